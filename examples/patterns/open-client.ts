import * as commands from '@aws-sdk/client-dynamodb'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createTableInput, type ModelClient, type TableDefinition } from '@monotable/model'
import { openDatabase } from 'monotable'

/**
 * A client, with the tables of an example made: a database in this process, or, where the environment names one in
 * `EXAMPLES_ENDPOINT`, a server that speaks DynamoDB's protocol.
 */
export async function openClient(
  ...tables: readonly { readonly definition: TableDefinition }[]
): Promise<ModelClient> {
  const endpoint = process.env['EXAMPLES_ENDPOINT']
  if (endpoint === undefined) {
    const database = await openDatabase()
    for (const table of tables) await database.send('CreateTable', createTableInput(table))
    return database
  }
  const credentials = { accessKeyId: 'example', secretAccessKey: 'example' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  for (const table of tables) await client.send(new commands.CreateTableCommand(createTableInput(table)))
  return client
}
