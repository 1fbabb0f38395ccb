import { inspect } from 'node:util'
import type { TriggerHappening } from '@monotable/engine'

/** The output and the format of a log. */
export interface TriggerLogOptions {
  readonly write: (text: string) => void
  readonly json: boolean
  /** The time of day, shown to people. */
  readonly time: () => Date
}

/** Makes a function that logs what a trigger does: as lines for people, or as JSON for programs. */
export function createTriggerLog({
  write,
  json,
  time,
}: TriggerLogOptions): (happening: TriggerHappening) => void {
  let lastError = ''
  return (happening) => {
    if (json) return write(`${JSON.stringify(describe(happening))}\n`)
    write(`${time().toTimeString().slice(0, 8)} ${sentence(happening, lastError)}\n`)
    lastError = 'error' in happening ? String(happening.error) : lastError
  }
}

function describe(happening: TriggerHappening): object {
  switch (happening.kind) {
    case 'handled':
      return { event: 'handled', records: happening.records, ms: happening.durationMs }
    case 'failed':
      return {
        event: 'failed',
        records: happening.records,
        ms: happening.durationMs,
        error: String(happening.error),
      }
    case 'abandoned': {
      const { id, requestContext, DDBStreamBatchInfo } = happening.letter
      const { condition } = requestContext
      return { event: 'abandoned', records: DDBStreamBatchInfo.batchSize, condition, deadLetter: id }
    }
    case 'unreadable':
      return { event: 'unreadable', error: String(happening.error) }
  }
}

/** Formats an entry. An error is printed in full, with its stack, if it differs from the previous one. */
function sentence(happening: TriggerHappening, lastError: string): string {
  switch (happening.kind) {
    case 'handled':
      return `ok      ${count(happening.records)} in ${happening.durationMs} ms`
    case 'failed':
      return `failed  ${count(happening.records)} in ${happening.durationMs} ms: ${String(happening.error) === lastError ? lastError : inspect(happening.error)}`
    case 'abandoned': {
      const { id, requestContext, DDBStreamBatchInfo } = happening.letter
      return `gave up ${count(DDBStreamBatchInfo.batchSize)} (${requestContext.condition}), dead letter ${id}`
    }
    case 'unreadable':
      return `waiting: ${String(happening.error)}`
  }
}

function count(records: number): string {
  return records === 1 ? '1 record' : `${records} records`
}
