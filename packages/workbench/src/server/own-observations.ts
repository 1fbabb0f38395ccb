import type { Connection, Observations } from './connection.ts'
import type { SeenRequest } from './seen-request.ts'

/** Records the page's own requests, for a database that reports nothing itself. */
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
    const { IndexName } = input as Named
    const seen: SeenRequest = {
      atMs: clocks.now(),
      operation,
      tables: tablesOf(input),
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

interface Named {
  readonly TableName?: unknown
  readonly IndexName?: unknown
  readonly RequestItems?: unknown
  readonly TransactItems?: unknown
}

/** Returns the tables that a request names; a statement may name others. */
function tablesOf(input: object): readonly string[] {
  const { TableName, RequestItems, TransactItems } = input as Named
  const actions = Array.isArray(TransactItems) ? TransactItems.flatMap((one) => Object.values(one ?? {})) : []
  const names = [
    TableName,
    ...Object.keys(RequestItems ?? {}),
    ...actions.map((action) => (action as Named | null)?.TableName),
  ]
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}
