import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'

let count = 0

/** Returns a name that no other table of this test file has. */
export const freshName = (): string => `table-${String(++count).padStart(3, '0')}`

/** Creates a table with the string keys `pk` and `sk` and on-demand billing, unless `input` says otherwise. */
export async function makeTable(
  client: DynamoDBClient,
  input: Partial<CreateTableCommandInput> = {},
): Promise<string> {
  const TableName = freshName()
  const definition: CreateTableCommandInput = {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    ...input,
  }
  await client.send(new CreateTableCommand(definition))
  const name = definition.TableName as string
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1 }, { TableName: name })
  return name
}
