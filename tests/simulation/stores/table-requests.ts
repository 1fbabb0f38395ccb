import type { Json } from '../../differential/exchange.ts'
import {
  addIndexInput,
  createTableInput,
  generateLateIndex,
  generateTable,
} from '../../differential/generate/table-shape.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { arnOf, type ControlRequest, homeRegion, type Maker, ofTable, otherRegion } from './world.ts'

const tableNames = ['Table0', 'constructor', 'Table2', 'toString']

/** Creates a table; the names are few, so that a table is often created anew. */
export const createTable: Maker = (world, random) => {
  const shape = generateTable(random, random.pick(tableNames))
  const input = createTableInput(shape)
  const kind = random.percent(25)
    ? provisioned(input)
    : random.percent(30) && { VectorIndexes: [vectorIndex(random)] }
  return { operation: 'CreateTable', input: { ...input, ...kind }, done: () => world.keep(shape) }
}

function provisioned(input: Json): Json {
  const ProvisionedThroughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 }
  const globals = input['GlobalSecondaryIndexes'] as Json[] | undefined
  return {
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput,
    ...(globals && {
      GlobalSecondaryIndexes: globals.map((index) => ({ ...index, ProvisionedThroughput })),
    }),
  }
}

function vectorIndex(random: SeededRandom): Json {
  return {
    IndexName: `vector${random.below(2)}`,
    VectorAttribute: { AttributeName: 'vector' },
    Dimensions: 2,
    DistanceFunction: random.pick(['COSINE', 'EUCLIDEAN', 'DOT_PRODUCT']),
    Projection: { ProjectionType: random.pick(['ALL', 'KEYS_ONLY']) },
  }
}

const deleteTable = ofTable(({ name: TableName }, _, world) => ({
  operation: 'DeleteTable',
  input: { TableName },
  done: () => {
    world.shapes.delete(TableName)
    world.regions.delete(TableName)
  },
}))

const addIndex = ofTable((shape, random, world) => {
  const index = { ...generateLateIndex(random, shape), name: `late${random.below(3)}` }
  const done = () => world.keep({ ...shape, indexes: [...shape.indexes, index] })
  return { operation: 'UpdateTable', input: addIndexInput(shape, index), done }
})

const dropIndex = ofTable((shape, random, world) => {
  const globals = shape.indexes.filter(({ isGlobal }) => isGlobal)
  if (globals.length === 0) return undefined
  const gone = random.pick(globals)
  const GlobalSecondaryIndexUpdates = [{ Delete: { IndexName: gone.name } }]
  return {
    operation: 'UpdateTable',
    input: { TableName: shape.name, GlobalSecondaryIndexUpdates },
    done: () => world.keep({ ...shape, indexes: shape.indexes.filter((one) => one !== gone) }),
  }
})

const changeStream = ofTable(({ name: TableName }, random) => {
  const StreamViewType = random.pick(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES'])
  const StreamSpecification = random.percent(60)
    ? { StreamEnabled: true, StreamViewType }
    : { StreamEnabled: false }
  return { operation: 'UpdateTable', input: { TableName, StreamSpecification } }
})

const changeSetting = ofTable(({ name: TableName }, random) => {
  const throughput = { ReadCapacityUnits: 1 + random.below(5), WriteCapacityUnits: 5 }
  const change = random.pick<Json>([
    { BillingMode: 'PAY_PER_REQUEST' },
    { BillingMode: 'PROVISIONED', ProvisionedThroughput: throughput },
    { DeletionProtectionEnabled: random.percent(30) },
    { TableClass: random.pick(['STANDARD', 'STANDARD_INFREQUENT_ACCESS']) },
    { OnDemandThroughput: { MaxReadRequestUnits: 5000, MaxWriteRequestUnits: -1 } },
    { SSESpecification: { Enabled: random.percent(50) } },
  ])
  return { operation: 'UpdateTable', input: { TableName, ...change } }
})

const changeVectors = ofTable(({ name: TableName }, random) => {
  const change = random.percent(60)
    ? { Create: vectorIndex(random) }
    : { Delete: { IndexName: `vector${random.below(2)}` } }
  return { operation: 'UpdateTable', input: { TableName, VectorIndexUpdates: [change] } }
})

const changeReplicas = ofTable(({ name: TableName }, random, world) => {
  const isAdded = random.percent(60)
  const ReplicaUpdates = [{ [isAdded ? 'Create' : 'Delete']: { RegionName: otherRegion } }]
  return {
    operation: 'UpdateTable',
    input: { TableName, ReplicaUpdates },
    done: () => world.regions.set(TableName, isAdded ? [homeRegion, otherRegion] : [homeRegion]),
  }
})

const changeExpiry = ofTable(({ name: TableName }, random) => {
  const TimeToLiveSpecification = { AttributeName: 'n1', Enabled: random.percent(70) }
  return { operation: 'UpdateTimeToLive', input: { TableName, TimeToLiveSpecification } }
})

const changeResource = ofTable(({ name }, random) => {
  const ResourceArn = arnOf(name)
  const Tags = [{ Key: random.pick(['a', 'constructor']), Value: `${random.below(5)}` }]
  return random.pick<ControlRequest>([
    { operation: 'TagResource', input: { ResourceArn, Tags } },
    { operation: 'UntagResource', input: { ResourceArn, TagKeys: ['a'] } },
    { operation: 'ListTagsOfResource', input: { ResourceArn } },
    { operation: 'PutResourcePolicy', input: { ResourceArn, Policy: policyFor(ResourceArn) } },
    { operation: 'GetResourcePolicy', input: { ResourceArn } },
    { operation: 'DeleteResourcePolicy', input: { ResourceArn } },
  ])
})

function policyFor(Resource: string): string {
  const Principal = { AWS: 'arn:aws:iam::123456789012:root' }
  const statement = { Effect: 'Allow', Principal, Action: 'dynamodb:GetItem', Resource }
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
}

const changeWatchers = ofTable(({ name: TableName }, random) => {
  const StreamArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'
  const ContributorInsightsAction = random.pick(['ENABLE', 'DISABLE'])
  return random.pick<ControlRequest>([
    { operation: 'EnableKinesisStreamingDestination', input: { TableName, StreamArn } },
    { operation: 'DisableKinesisStreamingDestination', input: { TableName, StreamArn } },
    { operation: 'UpdateContributorInsights', input: { TableName, ContributorInsightsAction } },
  ])
})

const describe = ofTable(({ name: TableName }, random) =>
  random.pick<ControlRequest>([
    { operation: 'DescribeTable', input: { TableName } },
    { operation: 'DescribeTimeToLive', input: { TableName } },
    { operation: 'DescribeContributorInsights', input: { TableName } },
    { operation: 'DescribeKinesisStreamingDestination', input: { TableName } },
    { operation: 'DescribeTableReplicaAutoScaling', input: { TableName } },
    { operation: 'DescribeLimits', input: {} },
    { operation: 'ListTables', input: { Limit: 1 + random.below(3) } },
    { operation: 'ListStreams', input: random.percent(50) ? { TableName } : { Limit: 2 } },
    { operation: 'ListContributorInsights', input: {} },
  ]),
)

const searchVectors = ofTable(({ name: TableName }, random) => {
  const number = () => ({ N: String(random.below(5) - 2) })
  const SearchVector = [number(), number()]
  const IndexName = `vector${random.below(2)}`
  return {
    operation: 'SearchVectors',
    input: {
      TableName,
      IndexName,
      SearchVector,
      TopK: 1 + random.below(6),
      ReturnConsumedCapacity: 'INDEXES',
    },
  }
})

/** Requests about tables, with the weight of each. */
export const tableMakers: readonly (readonly [number, Maker])[] = [
  [6, createTable],
  [3, deleteTable],
  [8, addIndex],
  [4, dropIndex],
  [5, changeStream],
  [4, changeSetting],
  [5, changeVectors],
  [4, changeReplicas],
  [5, changeExpiry],
  [3, changeResource],
  [2, changeWatchers],
  [6, describe],
  [6, searchVectors],
]
