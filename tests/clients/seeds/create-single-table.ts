import type { Database } from '@monotable/engine'

/** The attribute names of a key of a table or an index. */
export interface KeyNames {
  readonly pk: string
  readonly sk?: string
}

/** A short description of a table and its global indexes; key attributes are strings unless `types` says otherwise. */
export interface TablePlan extends KeyNames {
  readonly name: string
  readonly indexes?: { readonly [name: string]: KeyNames & { readonly projection?: 'ALL' | 'KEYS_ONLY' } }
  readonly types?: { readonly [attribute: string]: 'S' | 'N' | 'B' }
  /** Whether the table has a stream with the old and the new image of each item. */
  readonly stream?: boolean
}

/** Creates a table that a sample expects to exist. */
export async function createSingleTable(db: Database, plan: TablePlan): Promise<void> {
  const indexes = Object.entries(plan.indexes ?? {})
  const names = new Set([plan, ...indexes.map(([, index]) => index)].flatMap(namesOf))
  await db.send('CreateTable', {
    TableName: plan.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...names].map((name) => ({
      AttributeName: name,
      AttributeType: plan.types?.[name] ?? 'S',
    })),
    KeySchema: keySchema(plan),
    ...(plan.stream && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
    }),
    ...(indexes.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: indexes.map(([IndexName, index]) => ({
            IndexName,
            KeySchema: keySchema(index),
            Projection: { ProjectionType: index.projection ?? 'ALL' },
          })),
        }),
  })
  await db.settled()
}

const namesOf = ({ pk, sk }: KeyNames): string[] => (sk === undefined ? [pk] : [pk, sk])

function keySchema(key: KeyNames): { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[] {
  const [pk = key.pk, sk] = namesOf(key)
  const hash = { AttributeName: pk, KeyType: 'HASH' as const }
  return sk === undefined ? [hash] : [hash, { AttributeName: sk, KeyType: 'RANGE' as const }]
}
