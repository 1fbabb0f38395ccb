import { createTableInput, type TableDefinition } from '@monotable/model'

/** Capacity units as DescribeTable returns them; zero or absent for on-demand tables. */
interface Throughput {
  readonly ReadCapacityUnits?: number
  readonly WriteCapacityUnits?: number
}

/** An index as DescribeTable returns it. */
interface DescribedIndex {
  readonly IndexName: string
  readonly IndexStatus?: string
  readonly ProvisionedThroughput?: Throughput
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[]
  readonly Projection: { readonly ProjectionType?: string; readonly NonKeyAttributes?: readonly string[] }
}

/** A table as DescribeTable returns it, as far as its indexes are concerned. */
export interface DescribedIndexes {
  readonly TableName: string
  readonly TableStatus?: string
  readonly ProvisionedThroughput?: Throughput
  readonly GlobalSecondaryIndexes?: readonly DescribedIndex[]
}

/** One change of a table's indexes; DynamoDB makes one at a time. */
export interface IndexChange {
  readonly kind: 'add' | 'remove'
  readonly index: string
  /** Why the change is needed. */
  readonly reason: string
  /** The input of UpdateTable. */
  readonly input: object
}

/** Plans the changes that give a table the global indexes of the model. */
export function planIndexes(definition: TableDefinition, described: DescribedIndexes): IndexChange[] {
  const { AttributeDefinitions, GlobalSecondaryIndexes: declared = [] } = createTableInput({ definition })
  const { TableName, GlobalSecondaryIndexes = [], ProvisionedThroughput } = described
  const existing = GlobalSecondaryIndexes.filter(({ IndexStatus }) => IndexStatus !== 'DELETING')
  const remove = (IndexName: string, reason: string): IndexChange => ({
    kind: 'remove',
    index: IndexName,
    reason,
    input: { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] },
  })
  const add = (
    index: (typeof declared)[number],
    reason: string,
    units: Throughput | undefined = ProvisionedThroughput,
  ): IndexChange => ({
    kind: 'add',
    index: index.IndexName,
    reason,
    input: {
      TableName,
      AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: { ...index, ...throughput(units) } }],
    },
  })
  const gone = existing
    .filter(({ IndexName }) => !declared.some((index) => index.IndexName === IndexName))
    .map(({ IndexName }) => remove(IndexName, 'the model does not have it'))
  const wanted = declared.flatMap((index) => {
    const there = existing.find(({ IndexName }) => IndexName === index.IndexName)
    if (there === undefined) return [add(index, 'the table does not have it')]
    if (shapeOf(there) === shapeOf(index)) return []
    const reason = 'it has other keys, or holds other attributes'
    return [remove(index.IndexName, reason), add(index, reason, there.ProvisionedThroughput)]
  })
  return [...wanted, ...gone]
}

/**
 * Returns the capacity of an index: an index of a provisioned table keeps its own units, or else gets those of the
 * table.
 */
function throughput({ ReadCapacityUnits = 0, WriteCapacityUnits = 0 }: Throughput = {}): object {
  return ReadCapacityUnits > 0 ? { ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits } } : {}
}

function shapeOf({ KeySchema, Projection }: Omit<DescribedIndex, 'IndexName'>): string {
  const keys = KeySchema.map(({ AttributeName, KeyType }) => [AttributeName, KeyType])
  return JSON.stringify([keys, Projection.ProjectionType, [...(Projection.NonKeyAttributes ?? [])].sort()])
}
