import { setTimeout } from 'node:timers/promises'
import { describedTableInput, type JsonItem, type TableDescription } from '@monotable/model/outputs'
import type { AttributeMap } from '@monotable/protocol'
import type { TablePlace } from '../place/table-place.ts'
import { BatchWriter } from '../transfer/batch-writer.ts'
import {
  connect,
  type DescribedTable,
  describeTable,
  type TableConnection,
} from '../transfer/table-connection.ts'

/** The result of loading the items of a table. */
export interface LoadedTable {
  readonly name: string
  readonly items: number
  /** Why items were refused. */
  readonly refused: readonly string[]
}

const pollMs = 100
const parallel = 4

/** Writes items into tables, and creates those that are missing. Continues after an item that is refused. */
export async function loadItems(
  place: TablePlace,
  tables: readonly TableDescription[],
  items: ReadonlyMap<string, readonly JsonItem[]>,
): Promise<LoadedTable[]> {
  const connection = await connect(place, { create: true })
  try {
    const loaded: LoadedTable[] = []
    for (const table of tables) loaded.push(await loadTable(connection, table, items.get(table.name) ?? []))
    return loaded
  } finally {
    await connection.close()
  }
}

async function loadTable(
  connection: TableConnection,
  description: TableDescription,
  items: readonly JsonItem[],
): Promise<LoadedTable> {
  const { name } = description
  const table = (await describeTable(connection, name)) ?? (await createTable(connection, description))
  const refused: string[] = []
  const writer = new BatchWriter({
    connection,
    table,
    parallel,
    rate: undefined,
    onRefused: (reason) => refused.push(reason),
    onWritten: () => {},
  })
  for (const item of items) await writer.add({ put: item as unknown as AttributeMap })
  await writer.end()
  return { name, items: writer.writtenItems, refused }
}

async function createTable(
  connection: TableConnection,
  description: TableDescription,
): Promise<DescribedTable> {
  await connection.send('CreateTable', describedTableInput(description))
  for (;;) {
    const table = await describeTable(connection, description.name)
    if (table?.TableStatus === 'ACTIVE') return table
    await setTimeout(pollMs)
  }
}
