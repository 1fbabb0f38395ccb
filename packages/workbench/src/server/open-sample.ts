import { createTableInput, type Model, type ModelClient } from '@monotable/model'
import { ApiError } from './api-error.ts'
import { type Connection, sendParsed } from './connection.ts'
import { connectionPort } from './connection-port.ts'
import { createTable } from './create-table.ts'
import type { Sample } from './sample.ts'

/** Creates and fills the tables of a sample in a database; existing ones are left as they are. */
export async function openSample(
  sample: Sample,
  connection: Connection,
  nowMs: number,
): Promise<{ readonly table: string }> {
  const { tables, made } = await createModelTables(connection, sample.model)
  const [first] = tables
  if (first === undefined) throw new ApiError(500, 'Failed', 'The sample has no table.')
  if (made.length > 0) {
    const client: ModelClient = connectionPort(connection)
    await sample.load(client, { nowMs })
  }
  return { table: first }
}

/** Creates the missing tables of a model; returns the names of all its tables, and of those that were created. */
export async function createModelTables(
  connection: Connection,
  model: Pick<Model, 'entities'>,
): Promise<{ readonly tables: readonly string[]; readonly made: readonly string[] }> {
  const tables = tablesOf(model)
  const made: string[] = []
  for (const table of tables) if (await createModelTable(connection, table)) made.push(table.name)
  return { tables: tables.map(({ name }) => name), made }
}

type TableDefinition = Model['entities'][string]['definition']['table']

/** Returns the tables of a model, in the order in which its entities name them. */
export function tablesOf({ entities }: Pick<Model, 'entities'>): TableDefinition[] {
  return [...new Set(Object.values(entities).map(({ definition }) => definition.table))]
}

/** Creates a table of a model; returns whether it was missing. */
async function createModelTable(connection: Connection, definition: TableDefinition): Promise<boolean> {
  if (!(await createTable(connection, createTableInput({ definition })))) return false
  const { name: TableName, ttlAttribute: AttributeName } = definition
  if (AttributeName !== undefined) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName }
    await sendParsed(connection, 'UpdateTimeToLive', { TableName, TimeToLiveSpecification })
  }
  return true
}
