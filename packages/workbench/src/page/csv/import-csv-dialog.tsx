import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { TableModel } from '../../shared/api.ts'
import { appState, loadModel } from '../app-state.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog, openDialog } from '../frame/open-dialog.ts'
import { useStore } from '../store.ts'
import { ColumnTable } from './column-table.tsx'
import { CsvPreview } from './csv-preview.tsx'
import { CsvReport, CsvRunning } from './csv-report.tsx'
import './csv.css'
import { messageOf } from '../message-of.ts'
import { type ColumnPlan, findPlanProblem, planColumns, targetOf } from './plan-columns.ts'
import { type CsvBeginning, readBeginning } from './read-beginning.ts'
import { type ImportHow, useImport } from './use-import.ts'

interface ImportCsvDialogProps {
  readonly connection: string
  readonly table: string | undefined
  readonly file: File
}

/** Imports a CSV file into a table: its columns, the progress, and the records that were refused. */
export function ImportCsvDialog({ connection, table: open, file }: ImportCsvDialogProps) {
  const names = useStore(appState).tables.get(connection)?.names ?? []
  const [table, setTable] = useState(open ?? names[0] ?? '')
  const [model, setModel] = useState<TableModel>()
  const [beginning, setBeginning] = useState<CsvBeginning>()
  const [failure, setFailure] = useState<string>()
  const { progress, outcome, start, stop, goOn } = useImport(connection, file)
  const fail = (error: unknown) => setFailure(messageOf(error))
  useEffect(() => {
    readBeginning(file).then(setBeginning, fail)
  }, [file])
  // Before painting: otherwise a table that fails to load just after another was chosen would end the dialog.
  useLayoutEffect(() => {
    let isWanted = true
    if (table !== '') {
      loadModel(connection, table).then(
        (loaded) => isWanted && setModel(loaded),
        (error) => isWanted && fail(error),
      )
    }
    return () => {
      isWanted = false
    }
  }, [connection, table])
  const title = `Import ${file.name}`
  if (outcome !== undefined)
    return <CsvReport {...{ title, outcome, file, beginning, connection, table }} onGoOn={goOn} />
  if (progress !== undefined) return <CsvRunning title={title} progress={progress} onStop={stop} />
  if (failure !== undefined || names.length === 0 || beginning === undefined || model === undefined) {
    return (
      <Dialog title={title} onClose={closeDialog}>
        {failure !== undefined ? (
          <p class="notice bad">{failure}</p>
        ) : names.length === 0 ? (
          <NoTable connection={connection} />
        ) : (
          <p class="muted">Reading…</p>
        )}
      </Dialog>
    )
  }
  return (
    <MappingDialog
      key={model.table}
      {...{ title, names, table, model, beginning }}
      onTable={setTable}
      onDelimiter={(delimiter) => readBeginning(file, delimiter).then(setBeginning, fail)}
      onStart={(how) => start({ ...how, model, delimiter: beginning.delimiter })}
    />
  )
}

function NoTable({ connection }: { readonly connection: string }) {
  return (
    <>
      <p>There is no table to import into yet.</p>
      <div>
        <button
          type="button"
          class="button primary"
          onClick={() => openDialog.set({ kind: 'create-table', connection })}
        >
          Create a table
        </button>
      </div>
    </>
  )
}

interface MappingProps {
  readonly title: string
  readonly names: readonly string[]
  readonly table: string
  /** The model of the table, or of the previous one until it is loaded. */
  readonly model: TableModel
  readonly beginning: CsvBeginning
  readonly onTable: (table: string) => void
  readonly onDelimiter: (delimiter: string) => void
  readonly onStart: (how: ImportHow) => void
}

const delimiters = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const

function MappingDialog(props: MappingProps) {
  const { model, beginning } = props
  const [entityName, setEntityName] = useState('')
  // Identified by delimiter and entity, since others have other columns.
  const [changed, setChanged] = useState<{ of: string; columns: readonly ColumnPlan[] }>()
  const [leavesOutEmpty, setLeavesOutEmpty] = useState(false)
  const [replaces, setReplaces] = useState(true)
  const entities = entitiesOf(model)
  const entity = entities.find(({ name }) => name === entityName)
  const target = targetOf(model, entity)
  const of = `${beginning.delimiter}${entityName}`
  const columns =
    changed?.of === of ? changed.columns : planColumns(beginning.headers, beginning.rows, target)
  const plan = { columns, leavesOutEmpty }
  const isKnown = model.table === props.table
  const problem = isKnown ? findPlanProblem(plan, target) : 'Reading the table…'
  const footer = (
    <>
      {problem !== undefined && <span class="grow muted">{problem}</span>}
      <button type="button" class="button" onClick={closeDialog}>
        Cancel
      </button>
      <button
        type="button"
        class="button primary"
        disabled={problem !== undefined}
        onClick={() => props.onStart({ plan, entity: entity?.name, replaces })}
      >
        Import
      </button>
    </>
  )
  return (
    <Dialog title={props.title} onClose={closeDialog} footer={footer} wide>
      <div class="csv-choices">
        <Choice
          title="Into"
          value={props.table}
          options={props.names.map((name) => [name, name])}
          onChange={props.onTable}
        />
        {entities.length > 0 && (
          <Choice
            title="As"
            value={entityName}
            options={[['', 'plain items'], ...entities.map(({ name }) => [name, name] as const)]}
            onChange={setEntityName}
          />
        )}
        <Choice
          title="Separator"
          value={beginning.delimiter}
          options={delimiters}
          onChange={props.onDelimiter}
        />
        <Choice
          title="Empty fields"
          value={String(leavesOutEmpty)}
          options={[
            ['false', 'left out; "" is empty text'],
            ['true', 'always left out'],
          ]}
          onChange={(value) => setLeavesOutEmpty(value === 'true')}
        />
        <Choice
          title="Items with the same key"
          value={String(replaces)}
          options={[
            ['true', 'replace'],
            ['false', 'keep, and reject the record'],
          ]}
          onChange={(value) => setReplaces(value === 'true')}
        />
      </div>
      {entity !== undefined && (
        <p class="muted">
          The model builds the keys of {entity.name}, checks it and updates all that depends on it, as in your
          application.
        </p>
      )}
      <ColumnTable
        columns={columns}
        rows={beginning.rows}
        onChange={(next) => setChanged({ of, columns: next })}
      />
      <CsvPreview plan={plan} rows={beginning.rows} />
    </Dialog>
  )
}

/** Returns the entities of a declared model, without the items that accompany them. */
function entitiesOf(model: TableModel): TableModel['entities'] {
  if (model.source === 'guessed') return []
  return model.entities.filter(({ attributes }) => attributes.length > 0)
}

interface ChoiceProps {
  readonly title: string
  readonly value: string
  readonly options: readonly (readonly [value: string, title: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ title, value, options, onChange }: ChoiceProps) {
  return (
    <label class="labelled">
      {title}
      <select class="field" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
