import { countText } from '../count-text.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog } from '../frame/open-dialog.ts'
import { saveFile } from '../frame/save-file.ts'
import { navigate } from '../navigation.ts'
import { guardFormula } from './csv-header.ts'
import type { CsvOutcome, CsvProgress, RefusedRow } from './import-csv.ts'
import { csvLine, quoted } from './items-as-csv.ts'
import { REFUSED_HEADER } from './plan-columns.ts'
import type { CsvBeginning } from './read-beginning.ts'

const SHOWN = 200

/** The progress of an import. */
export function CsvRunning(props: {
  readonly title: string
  readonly progress: CsvProgress
  readonly onStop: () => void
}) {
  const { share, written, refused } = props.progress
  const footer = (
    <button type="button" class="button" onClick={props.onStop}>
      Stop
    </button>
  )
  return (
    <Dialog title={props.title} onClose={closeDialog} footer={footer}>
      <progress class="csv-progress" aria-label="Progress" value={share} max={1} />
      <p>
        {items(written)} written
        {refused.length > 0 && `, ${records(refused.length)} rejected`}
      </p>
      <p class="muted">Closing this stops the import. What is already written stays.</p>
    </Dialog>
  )
}

/** The result of an import; refused records can be saved, corrected and imported again. */
export function CsvReport(props: {
  readonly title: string
  readonly outcome: CsvOutcome
  readonly file: File
  readonly beginning: CsvBeginning | undefined
  readonly connection: string
  readonly table: string
  /** Continues an import that ended early. */
  readonly onGoOn: () => void
}) {
  const { outcome, file, connection, table } = props
  const { refused, ended } = outcome
  const save = () =>
    saveFile(
      `${file.name.replace(/\.\w+$/, '')}-rejected.csv`,
      'text/csv',
      refusedAsCsv(refused, props.beginning?.headers ?? []),
    )
  const show = () => {
    closeDialog()
    navigate({ connection, table, screen: 'collections' })
  }
  const footer = (
    <>
      {refused.length > 0 && (
        <button type="button" class="button" onClick={save}>
          Save rejected records
        </button>
      )}
      {ended !== undefined && (
        <button type="button" class="button" onClick={props.onGoOn}>
          Continue
        </button>
      )}
      <button type="button" class="button primary" onClick={show}>
        Show {table}
      </button>
    </>
  )
  return (
    <Dialog title={props.title} onClose={closeDialog} footer={footer}>
      <div role="status">
        <p>{summaryOf(outcome)}</p>
        {ended !== undefined && (
          <p class="notice warn">
            {ended} Nothing after line {outcome.lastLine.toLocaleString('en')} was imported.
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <>
          <h3>Rejected</h3>
          <ul class="report">
            {refused.slice(0, SHOWN).map(({ row, reason }) => (
              <li key={row.line}>
                <span class="muted">line {row.line}</span> {reason}
              </li>
            ))}
            {refused.length > SHOWN && <li class="muted">and {records(refused.length - SHOWN)} more</li>}
          </ul>
        </>
      )}
    </Dialog>
  )
}

/** Summarizes an import in a sentence. */
export function summaryOf({ written, refused }: CsvProgress): string {
  const both = refused.length === 0 ? 'none rejected' : `${records(refused.length)} rejected`
  return `${items(written)} written, ${both}.`
}

/** Formats refused records as they were in their file, with the reason for each. */
function refusedAsCsv(refused: readonly RefusedRow[], headers: readonly (string | undefined)[]): string {
  const field = (text: string | undefined) => (text === undefined ? '' : quoted(text))
  const lines = refused.map(({ row, reason }) => {
    const filled = headers.map((_, place) => field(row.fields[place]))
    return csvLine([...filled, quoted(guardFormula(reason))])
  })
  return [csvLine([...headers.map(field), quoted(REFUSED_HEADER)]), ...lines].join('')
}

function items(count: number): string {
  return countText(count, 'item')
}

function records(count: number): string {
  return countText(count, 'record')
}
