import { noForms } from '../codec/stored-form.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import { Placeholders } from '../expressions/placeholders.ts'
import type { BatchGetItemInput, Mutable, WireItem } from '../port/wire.ts'
import type { Selection } from '../reads/selected.ts'
import { addNames, joinNames } from '../reads/selection.ts'
import { groupBy } from '../util/group-by.ts'

/** The maximum number of keys in a BatchGetItem. */
export const getChunkSize = 100

/** An item to read. */
export interface BatchKey {
  readonly table: TableDefinition
  readonly key: WireItem
  /** The attributes to fetch; by default all. */
  readonly names?: Selection
}

type Requested = BatchGetItemInput['RequestItems'][string]

/**
 * Returns the request for some keys, or for the first of too many. `names`: the attributes to fetch from each table.
 */
export function batchGetInput(
  keys: readonly BatchKey[],
  consistent: boolean,
  names = namesOf(keys),
): BatchGetItemInput {
  const RequestItems = Object.fromEntries(
    [...byTable(keys.slice(0, getChunkSize))].map(([table, members]) => {
      const Keys = members.map(({ key }) => key)
      const request: Mutable<Requested> = { Keys, ...(consistent && { ConsistentRead: true }) }
      addNames(request, names.get(table), new Placeholders(noForms))
      return [table, request]
    }),
  )
  return { RequestItems }
}

/** Joins the attributes to fetch of all keys of a table, since one item may be requested twice with different ones. */
export function namesOf(keys: readonly BatchKey[]): ReadonlyMap<string, Selection> {
  return new Map([...byTable(keys)].map(([table, all]) => [table, joinNames(all.map((one) => one.names))]))
}

function byTable(keys: readonly BatchKey[]) {
  return groupBy(keys, ({ table }) => table.name)
}
