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
 * A client, with the tables of an example made (a table can also be given as what CreateTable takes): a database in
 * this process, or, where the environment names one in `EXAMPLES_ENDPOINT`, a server that speaks DynamoDB's protocol.
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
