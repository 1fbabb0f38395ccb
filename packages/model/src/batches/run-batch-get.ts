import { noForms } from '../codec/stored-form.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import { Placeholders } from '../expressions/placeholders.ts'
import type { BatchGetItemInput, Mutable, WireItem } from '../port/wire.ts'
import type { Selection } from '../reads/selected.ts'
import { addNames, joinNames } from '../reads/selection.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { groupBy } from '../util/group-by.ts'
import { sendChunks } from './send-chunks.ts'

/** The maximum number of keys in a BatchGetItem. */
const chunkSize = 100

/** An item to read. */
export interface BatchKey {
  readonly table: TableDefinition
  readonly key: WireItem
  /** The attributes to fetch; by default all. */
  readonly names?: Selection
}

/**
 * Reads any number of items by key: each once, returned in the order of the keys, `undefined` where there is no item.
 * Keys that DynamoDB leaves unprocessed are requested again.
 */
export async function runBatchGet(
  context: ModelContext,
  keys: readonly BatchKey[],
  consistent = false,
): Promise<(WireItem | undefined)[]> {
  const found = new Map<string, WireItem>()
  const names = namesOf(keys)
  const ids = await sendChunks(context, {
    members: keys,
    placeOf: (key) => key,
    chunkSize,
    send: async (chunk, idOf) => {
      const input = batchGetInput(chunk, consistent, names)
      const { Responses = {}, UnprocessedKeys = {} } = await context.port.send('BatchGetItem', input)
      for (const [table, items] of Object.entries(Responses)) {
        for (const item of items) found.set(idOf(table, item), item)
      }
      return Object.entries(UnprocessedKeys).flatMap(([table, { Keys }]) =>
        Keys.map((key) => idOf(table, key)),
      )
    },
    undone: 'items could not be read',
  })
  return ids.map((id) => found.get(id))
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
    [...byTable(keys.slice(0, chunkSize))].map(([table, members]) => {
      const Keys = members.map(({ key }) => key)
      const request: Mutable<Requested> = { Keys, ...(consistent && { ConsistentRead: true }) }
      addNames(request, names.get(table), new Placeholders(noForms))
      return [table, request]
    }),
  )
  return { RequestItems }
}

/** Joins the attributes to fetch of all keys of a table, since one item may be requested twice with different ones. */
function namesOf(keys: readonly BatchKey[]): ReadonlyMap<string, Selection> {
  return new Map([...byTable(keys)].map(([table, all]) => [table, joinNames(all.map((one) => one.names))]))
}

function byTable(keys: readonly BatchKey[]) {
  return groupBy(keys, ({ table }) => table.name)
}
