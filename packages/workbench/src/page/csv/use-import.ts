import { useEffect, useRef, useState } from 'preact/hooks'
import type { TableModel } from '../../shared/api.ts'
import { api } from '../api-client.ts'
import { loadModel } from '../app-state.ts'
import { dataVersion } from '../data-version.ts'
import { toast } from '../frame/toasts.tsx'
import { summaryOf } from './csv-report.tsx'
import { type CsvOutcome, type CsvProgress, importCsv, type WriteRows } from './import-csv.ts'
import { type CsvPlan, targetOf } from './plan-columns.ts'
import { addRows, replaceRows } from './write-rows.ts'

/** The options of an import. */
export interface ImportHow {
  readonly plan: CsvPlan
  /** The entity through which the model writes items. */
  readonly entity: string | undefined
  readonly replaces: boolean
}

interface StartOptions extends ImportHow {
  readonly model: TableModel
  readonly delimiter: string
  /** The result of an earlier import that this one continues. */
  readonly before?: CsvOutcome
}

/** Runs an import and keeps its result. Closing the dialog stops the import, and a message says how far it came. */
export function useImport(connection: string, file: File) {
  const [progress, setProgress] = useState<CsvProgress>()
  const [outcome, setOutcome] = useState<CsvOutcome>()
  const controller = useRef(new AbortController())
  const latest = useRef<StartOptions>(undefined)
  useEffect(() => () => controller.current.abort(), [])
  const start = async (options: StartOptions) => {
    latest.current = options
    controller.current = new AbortController()
    const { signal } = controller.current
    const { model, plan, delimiter, before } = options
    const entity = model.entities.find(({ name }) => name === options.entity)
    setOutcome(undefined)
    setProgress({ share: 0, written: 0, refused: [], ...before })
    const leave = keepPage()
    const ended = await importCsv({
      file,
      delimiter,
      plan,
      target: targetOf(model, entity),
      write: writerOf(connection, options),
      signal,
      onProgress: setProgress,
      before,
    })
    leave()
    setOutcome(ended)
    if (isClosed(signal))
      toast(`${file.name}: ${summaryOf(ended)} Nothing after line ${ended.lastLine} was imported.`)
    dataVersion.update((version) => version + 1)
    // More can be guessed from the data now.
    await loadModel(connection, model.table).catch(() => undefined)
  }
  const stop = () => controller.current.abort(STOPPED)
  /** Continues an import that ended early. */
  const goOn = () => {
    if (latest.current !== undefined && outcome !== undefined)
      void start({ ...latest.current, before: outcome })
  }
  return { progress, outcome, start, stop, goOn }
}

const STOPPED = 'stopped'

/** Whether the dialog was closed, as opposed to the import being stopped in it. */
function isClosed({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason !== STOPPED
}

function writerOf(connection: string, { model, entity, replaces }: StartOptions): WriteRows {
  const { table } = model
  if (entity !== undefined) {
    return async (rows) => {
      const items = rows.map(({ item }) => item)
      const { refused } = await api.putEntities(connection, { table, entity, items, replaces })
      return refused.flatMap(({ place, message }) => {
        const found = rows[place]
        return found === undefined ? [] : [{ row: found.row, reason: message }]
      })
    }
  }
  const send = (operation: string, input: object) => api.send(connection, operation, input)
  return replaces ? replaceRows({ send, table }) : addRows({ send, table }, model.key.pk[0]?.name ?? '')
}

/** Makes the browser ask before the page is left while an import is running. */
function keepPage(): () => void {
  const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', onLeave)
  return () => removeEventListener('beforeunload', onLeave)
}
