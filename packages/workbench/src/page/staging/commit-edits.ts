import { type AttributeMap, valuesEqual } from '@monotable/protocol'
import { ApiError, api, sendOrThrow } from '../api-client.ts'
import { buildTransaction } from './build-transaction.ts'
import { oppose, type Staged, settle, stagedOf } from './staged-edits.ts'

export interface CommitResult {
  readonly committed: number
  readonly conflicts: number
  readonly notes: readonly string[]
}

/**
 * Writes all edits of a table in one transaction, or none. First reads the items again, because a condition cannot name
 * an attribute that was unknown; the conditions then cover changes made after that.
 */
export async function commitEdits(connection: string, table: string): Promise<CommitResult> {
  const edits = [...stagedOf(connection, table).values()]
  const { input, notes } = buildTransaction(table, edits)
  const conflicts = await findConflicts(connection, table, edits)
  if (conflicts > 0) return { committed: 0, conflicts, notes }
  const { error } = await api.send(connection, 'TransactWriteItems', input)
  if (error === undefined) {
    for (const edit of edits) settle(connection, table, edit)
    return { committed: edits.length, conflicts: 0, notes }
  }
  const found = markRefused(connection, table, edits, error['CancellationReasons'])
  if (found === 0) throw new ApiError(error.name, error.message)
  return { committed: 0, conflicts: found, notes }
}

/** Reads the items of all edits and marks those that have changed. */
async function findConflicts(connection: string, table: string, edits: readonly Staged[]): Promise<number> {
  const output = await sendOrThrow(connection, 'TransactGetItems', {
    TransactItems: edits.map(({ key }) => ({ Get: { TableName: table, Key: key } })),
  })
  const answers = (output['Responses'] ?? []) as { readonly Item?: AttributeMap }[]
  let conflicts = 0
  edits.forEach((edit, place) => {
    const theirs = answers[place]?.Item
    if (isSame(edit.base, theirs)) return
    conflicts++
    oppose(connection, table, { key: edit.key, theirs })
  })
  return conflicts
}

function markRefused(connection: string, table: string, edits: readonly Staged[], reasons: unknown): number {
  let conflicts = 0
  const list = (Array.isArray(reasons) ? reasons : []) as { Code?: string; Item?: AttributeMap }[]
  list.forEach(({ Code, Item }, place) => {
    const edit = edits[place]
    if (edit === undefined || Code !== 'ConditionalCheckFailed') return
    conflicts++
    oppose(connection, table, { key: edit.key, theirs: Item })
  })
  return conflicts
}

function isSame(a: AttributeMap | undefined, b: AttributeMap | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return valuesEqual({ M: a }, { M: b })
}
