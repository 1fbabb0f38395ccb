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

/** How a file is to be imported. */
export interface ImportHow {
  readonly plan: CsvPlan
  /** The entity that the model makes items of. */
  readonly entity: string | undefined
  readonly replaces: boolean
}

interface StartOptions extends ImportHow {
  readonly model: TableModel
  readonly delimiter: string
  /** What came of it before, where it goes on. */
  readonly before?: CsvOutcome
}

/** An import under way, and what came of it. Whoever closes the dialog stops it, and is told how far it came. */
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
      toast(`${file.name}: ${summaryOf(ended)} Nothing after line ${ended.lastLine} was touched.`)
    dataVersion.update((version) => version + 1)
    // What is guessed from the data may be more now.
    await loadModel(connection, model.table).catch(() => undefined)
  }
  const stop = () => controller.current.abort(STOPPED)
  /** Goes on with what has ended early. */
  const goOn = () => {
    if (latest.current !== undefined && outcome !== undefined)
      void start({ ...latest.current, before: outcome })
  }
  return { progress, outcome, start, stop, goOn }
}

const STOPPED = 'stopped'

/** Whether nobody sees the dialog any more, rather than having stopped it there. */
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

/** Asks before the page is left while something is on its way. */
function keepPage(): () => void {
  const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', onLeave)
  return () => removeEventListener('beforeunload', onLeave)
}
