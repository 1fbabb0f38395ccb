import * as commands from '@aws-sdk/client-dynamodb'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  type CreateTableInput,
  createTableInput,
  type ModelClient,
  type TableDefinition,
} from '@monotable/model'
import { openDatabase } from 'monotable'

/**
 * Returns a client, after creating the tables of an example (a table may also be given as the input of CreateTable): a
 * database in this process, or, if the environment variable `EXAMPLES_ENDPOINT` names one, a server with DynamoDB's
 * protocol.
 */
export async function openClient(
  ...tables: readonly ({ readonly definition: TableDefinition } | CreateTableInput)[]
): Promise<ModelClient> {
  const inputs = tables.map((table) => ('definition' in table ? createTableInput(table) : table))
  const endpoint = process.env['EXAMPLES_ENDPOINT']
  if (endpoint === undefined) {
    const database = await openDatabase()
    for (const input of inputs) await database.send('CreateTable', input)
    return database
  }
  const credentials = { accessKeyId: 'example', secretAccessKey: 'example' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  for (const input of inputs) await client.send(new commands.CreateTableCommand(input))
  return client
}
