import { pageMaxBytes, pageMaxRecords, yieldToRequests } from '../operations/copy-job.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { dropSpaces } from '../operations/tables/drop-spaces.ts'
import type { Change, Position } from '../storage/storage.ts'
import type { Realm } from '../tables/catalogue.ts'
import { findFilling } from '../tables/filling.ts'
import { StoredItem } from '../tables/stored-item.ts'
import { createTable } from '../tables/table.ts'
import { indexSpacesOf, type TableDefinition } from '../tables/table-definition.ts'
import { randomHex } from '../util/random.ts'
import { findVectorFilling } from '../vectors/vector-filling.ts'

/** A table that is being filled and cannot be written by requests yet. */
export interface TableFilling {
  readonly realm: Realm
  readonly definition: TableDefinition
}

/**
 * Creates the spaces of a table and saves it together with the `beside` records: from now on its name is taken. The
 * caller has exclusive access to the name.
 */
export async function enterTable(
  { catalogue, storage }: OperationContext,
  { realm, definition }: TableFilling,
  beside: readonly Change[] = [],
): Promise<void> {
  for (const space of [definition.space, ...indexSpacesOf(definition)]) await storage.createSpace(space)
  await catalogue.save(realm, definition, { beside })
}

/** Adds the entries of all items to all indexes, once the items are there. */
export async function fillIndexes(
  { storage, random }: OperationContext,
  { definition }: TableFilling,
  signal: AbortSignal,
): Promise<void> {
  const table = createTable(definition)
  const fillings = indexSpacesOf(definition)
    .map((space) => findFilling(table, space) ?? findVectorFilling(table, space, () => randomHex(random, 12)))
    .filter((filling) => filling !== undefined)
  let after: Position | undefined
  let more = fillings.length > 0
  while (more && !signal.aborted) {
    const page = await storage.range({
      space: definition.space,
      within: {},
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
      ...(after && { after }),
    })
    const changes: Change[] = []
    for (const record of page.records) {
      const stored = StoredItem.fromRecord(record)
      for (const { entries } of fillings) changes.push(...entries(stored))
    }
    await storage.mutate([], () => ({ changes, answer: undefined }))
    after = page.records.at(-1)
    more = page.more
    await yieldToRequests()
  }
}

/** Returns whether a table is still being filled: it may be done or deleted. */
export function isInCreation({ catalogue }: OperationContext, { realm, definition }: TableFilling): boolean {
  const current = catalogue.findAny(realm, definition.name)?.definition
  return current?.id === definition.id && current.creation !== undefined
}

/** Makes a table available once it has all its items. */
export async function activateTable(context: OperationContext, filling: TableFilling): Promise<void> {
  const { catalogue } = context
  const { realm, definition } = filling
  await catalogue.exclusively(realm, definition.name, async () => {
    if (!isInCreation(context, filling)) return
    const { creation: _, ...rest } = definition
    await catalogue.save(realm, rest, { storage: context.storage })
  })
}

/** Removes a table that could not be filled; returns whether it existed. */
export async function discardTable(context: OperationContext, filling: TableFilling): Promise<boolean> {
  const { catalogue } = context
  const { realm, definition } = filling
  return catalogue.exclusively(realm, definition.name, async () => {
    if (!isInCreation(context, filling)) return false
    await catalogue.remove(realm, definition.name, context.storage)
    await dropSpaces(context, [definition.space, ...indexSpacesOf(definition)])
    return true
  })
}
