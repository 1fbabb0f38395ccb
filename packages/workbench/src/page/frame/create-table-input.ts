/** The types that a key can have. */
export type KeyType = 'S' | 'N' | 'B'

export interface KeyPair {
  readonly pk: string
  readonly sk: string
  /** Text, unless something else is said. */
  readonly pkType?: KeyType
  readonly skType?: KeyType
}

/** The input of CreateTable; the indexes' keys are text, as those of the table where nothing else is said. */
export function createTableInput(table: string, key: KeyPair, indexes: readonly KeyPair[]): object {
  const types = new Map<string, KeyType>()
  for (const { pk, sk, pkType = 'S', skType = 'S' } of [key, ...indexes]) {
    if (!types.has(pk)) types.set(pk, pkType)
    if (sk !== '' && !types.has(sk)) types.set(sk, skType)
  }
  return {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...types].map(([name, type]) => ({ AttributeName: name, AttributeType: type })),
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
