import { useEffect, useState } from 'preact/hooks'
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

/** A CSV file on its way into a table: what its columns are, how far it has come, and what of it was refused. */
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
  useEffect(() => {
    let isWanted = true
    if (table !== '') {
      loadModel(connection, table).then((loaded) => isWanted && setModel(loaded), fail)
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
      <p>There is no table yet that its items could go into.</p>
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
  /** Of the table, or of the one before until it is known. */
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
  // By the delimiter and the entity, since other ones have other columns.
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
  const problem = isKnown ? findPlanProblem(plan, target) : 'The table is being looked at.'
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
            options={[['', 'items as they are stored'], ...entities.map(({ name }) => [name, name] as const)]}
            onChange={setEntityName}
          />
        )}
        <Choice
          title="Between fields"
          value={beginning.delimiter}
          options={delimiters}
          onChange={props.onDelimiter}
        />
        <Choice
          title="Empty fields"
          value={String(leavesOutEmpty)}
          options={[
            ['false', 'left out; "" is an empty text'],
            ['true', 'always left out'],
          ]}
          onChange={(value) => setLeavesOutEmpty(value === 'true')}
        />
        <Choice
          title="An item with the same key"
          value={String(replaces)}
          options={[
            ['true', 'is replaced'],
            ['false', 'stays, and the record is told'],
          ]}
          onChange={(value) => setReplaces(value === 'true')}
        />
      </div>
      {entity !== undefined && (
        <p class="muted">
          Keys, checks and all that goes along with {entity.name} are made by the model, as an application
          would.
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

/** Entities of a declared model; what is kept beside their items is none. */
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
