import type { Connection, Observations } from './connection.ts'
import type { SeenRequest } from './seen-request.ts'

/** Of a database that tells nothing of itself, at least the page's own requests are known. */
export function observeOwn(
  connection: Connection,
  clocks: { readonly timer: () => number; readonly now: () => number },
): {
  readonly connection: Connection
  readonly observations: Observations
} {
  const listeners = new Set<(seen: SeenRequest) => void>()
  const observations: Observations = {
    recent: () => [],
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    heat: async () => undefined,
  }
  const send: Connection['send'] = async (operation, input, options) => {
    const startMs = clocks.timer()
    const answer = await connection.send(operation, input, options)
    if (options?.quiet === true) return answer
    const { TableName, IndexName } = input as { readonly TableName?: unknown; readonly IndexName?: unknown }
    const seen: SeenRequest = {
      atMs: clocks.now(),
      operation,
      tables: typeof TableName === 'string' ? [TableName] : [],
      index: typeof IndexName === 'string' ? IndexName : undefined,
      durationMs: clocks.timer() - startMs,
      error: 'error' in answer ? answer.error.name : undefined,
      input,
      own: true,
    }
    for (const listener of listeners) listener(seen)
    return answer
  }
  return { connection: { ...connection, send }, observations }
}
