import type { OperationContext } from '../operations/operation-context.ts'
import { dropSpaces, namedAmong } from '../operations/tables/drop-spaces.ts'
import type { Realm } from '../tables/catalogue.ts'
import { encodeMark, HISTORY_PARTITION } from '../tables/history-record.ts'
import type { CopySource, TableDefinition } from '../tables/table-definition.ts'
import { randomUuid } from '../util/random.ts'

/** A table that records its history. */
export type RecordedTable = TableDefinition & { readonly history: { readonly space: string } }

/** Starts recording a table's history, if that is not done already. The caller has exclusive access to the table. */
export async function beginHistory(
  { catalogue, histories, random, storage }: OperationContext,
  realm: Realm,
  definition: TableDefinition,
): Promise<RecordedTable> {
  if (definition.history !== undefined) return { ...definition, history: definition.history }
  const history = { space: `history-${randomUuid(random)}` }
  await storage.createSpace(history.space)
  await catalogue.save(realm, { ...definition, history })
  histories.begin(definition.space, history.space)
  return { ...definition, history }
}

/**
 * Marks this moment in the history of a table: every write comes either entirely before or entirely after it. A
 * copy contains the table at this moment, or at an earlier one.
 */
export async function markMoment(
  { random, storage }: OperationContext,
  { space, history }: RecordedTable,
  timeMs?: number,
): Promise<CopySource> {
  const mark = randomUuid(random)
  const append = { space: history.space, partition: HISTORY_PARTITION, value: encodeMark(mark) }
  await storage.mutate([], () => ({ changes: [], appends: [append], answer: undefined }))
  const cut = { mark, ...(timeMs !== undefined && { timeMs }) }
  return { space, history: { space: history.space, cut } }
}

/**
 * Releases what a copy was made from, once its document no longer names it: the table stops recording its history
 * if nobody needs that, and what belonged to a table deleted meanwhile is dropped.
 */
export async function releaseSource(
  context: OperationContext,
  realm: Realm,
  { tableName, source }: { readonly tableName: string; readonly source: CopySource },
): Promise<void> {
  const { catalogue, histories } = context
  await catalogue.exclusively(realm, tableName, async () => {
    const definition = catalogue.find(realm, tableName)?.definition
    // Not by the space of its items: a table that has left its group has other ones than before.
    if (definition?.history === undefined || definition.history.space !== source.history?.space) return
    if (definition.recovery !== undefined) return
    const { history, ...rest } = definition
    if ((await namedAmong(context, [history.space], definition)).has(history.space)) return
    await catalogue.save(realm, rest)
    histories.end(definition.space, history.space)
    await dropSpaces(context, [history.space])
  })
  const left = [source.space, ...(source.history ? [source.history.space] : [])]
  const named = await namedAmong(context, left)
  const unnamed = left.filter((space) => !named.has(space))
  if (unnamed.length > 0) await dropSpaces(context, unnamed)
}
