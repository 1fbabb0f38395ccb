import { createTableInput, type Model, type ModelClient } from '@monotable/model'
import { ApiError } from './api-error.ts'
import { type Connection, RefusedError, sendParsed } from './connection.ts'
import { connectionPort } from './connection-port.ts'
import type { Sample } from './sample.ts'

/** Makes the tables of a sample in a database, and fills them; those that are there already are left as they are. */
export async function openSample(
  sample: Sample,
  connection: Connection,
  nowMs: number,
): Promise<{ readonly table: string }> {
  const tables = tablesOf(sample.model)
  const made: boolean[] = []
  for (const table of tables) made.push(await createTable(connection, table))
  const [first] = tables
  if (first === undefined) throw new ApiError(500, 'Failed', 'The sample has no table.')
  if (made.includes(true)) {
    const client: ModelClient = connectionPort(connection)
    await sample.load(client, { nowMs })
  }
  return { table: first.name }
}

type TableDefinition = Model['entities'][string]['definition']['table']

/** The tables of a model, in the order in which its entities name them. */
export function tablesOf({ entities }: Pick<Model, 'entities'>): TableDefinition[] {
  return [...new Set(Object.values(entities).map(({ definition }) => definition.table))]
}

/** Makes a table, and says whether it was not there before. */
async function createTable(connection: Connection, definition: TableDefinition): Promise<boolean> {
  try {
    await sendParsed(connection, 'CreateTable', createTableInput({ definition }))
  } catch (error) {
    if (error instanceof RefusedError && error.name === 'ResourceInUseException') return false
    throw error
  }
  const { ttlAttribute } = definition
  if (ttlAttribute === undefined) return true
  await sendParsed(connection, 'UpdateTimeToLive', {
    TableName: definition.name,
    TimeToLiveSpecification: { Enabled: true, AttributeName: ttlAttribute },
  })
  return true
}
