export interface KeyPair {
  readonly pk: string
  readonly sk: string
}

/** The input of CreateTable for keys of text: what a single table begins with. */
export function createTableInput(table: string, key: KeyPair, indexes: readonly KeyPair[]): object {
  const names = new Set([key, ...indexes].flatMap(({ pk, sk }) => [pk, sk]).filter((name) => name !== ''))
  return {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...names].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: keySchema(key),
    ...(indexes.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: indexes.map((index, place) => ({
            IndexName: `GSI${place + 1}`,
            KeySchema: keySchema(index),
            Projection: { ProjectionType: 'ALL' },
          })),
        }),
  }
}

function keySchema({ pk, sk }: KeyPair): object[] {
  const partition = { AttributeName: pk, KeyType: 'HASH' }
  return sk === '' ? [partition] : [partition, { AttributeName: sk, KeyType: 'RANGE' }]
}
