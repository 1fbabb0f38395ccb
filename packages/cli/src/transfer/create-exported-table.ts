import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { ConfigurationError } from '@monotable/server'
import { parseJson } from './parse-json.ts'
import { type DescribedTable, describeTable, type TableConnection } from './table-connection.ts'

type Description = { readonly [member: string]: unknown }

const pollMs = 200
/** A new table may not be visible everywhere at once; if it is still not found after this time, it was deleted. */
const unknownMs = 30_000

/** Creates a table as an export describes it, and waits until it is active. */
export async function createExportedTable(
  connection: TableConnection,
  name: string,
  definition: string | undefined,
): Promise<DescribedTable> {
  if (definition === undefined) {
    throw new ConfigurationError(
      `There is no table.json beside the manifests that describes ${name}. Create the table first, and leave out --create.`,
    )
  }
  const advice = 'Create the table first, and leave out --create.'
  const described = parseJson(readFileSync(definition, 'utf8'), definition, advice) as Description
  await connection.send('CreateTable', tableInput(described, name))
  const table = await untilActive(connection, name)
  const expiry = memberOf(described, 'TimeToLiveDescription')?.['AttributeName']
  if (expiry !== undefined) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: expiry }
    await connection.send('UpdateTimeToLive', { TableName: name, TimeToLiveSpecification })
  }
  return table
}

async function untilActive(connection: TableConnection, name: string): Promise<DescribedTable> {
  let goneMs = performance.now() + unknownMs
  for (;;) {
    const table = await describeTable(connection, name)
    if (table?.TableStatus === 'ACTIVE') return table
    if (table !== undefined) goneMs = 0
    else if (performance.now() > goneMs)
      throw new ConfigurationError(`The table ${name} was deleted while it was being created.`)
    await setTimeout(pollMs)
  }
}

/**
 * Makes a CreateTable request from a DescribeTable answer: keys, indexes, capacity, class and stream. What is specific
 * to an account, such as encryption keys, tags and replicas, is not copied.
 */
export function tableInput(described: Description, name: string): object {
  const isProvisioned = memberOf(described, 'BillingModeSummary')?.['BillingMode'] !== 'PAY_PER_REQUEST'
  const tableClass = memberOf(described, 'TableClassSummary')?.['TableClass']
  const stream = memberOf(described, 'StreamSpecification')
  const {
    GlobalSecondaryIndexes: global,
    LocalSecondaryIndexes: local,
    VectorIndexes: vectors,
  } = described as { readonly [member: string]: readonly Description[] | undefined }
  return {
    TableName: name,
    AttributeDefinitions: described['AttributeDefinitions'],
    KeySchema: described['KeySchema'],
    BillingMode: isProvisioned ? 'PROVISIONED' : 'PAY_PER_REQUEST',
    ...(isProvisioned ? throughputOf(described) : limitsOf(described)),
    ...(tableClass !== undefined && { TableClass: tableClass }),
    ...(stream && { StreamSpecification: stream }),
    ...(local && { LocalSecondaryIndexes: local.map(indexOf) }),
    ...(global && {
      GlobalSecondaryIndexes: global.map((index) => ({
        ...indexOf(index),
        ...(isProvisioned ? throughputOf(index) : limitsOf(index)),
      })),
    }),
    ...(vectors && { VectorIndexes: vectors.map(vectorIndexOf) }),
  }
}

function indexOf({ IndexName, KeySchema, Projection }: Description): object {
  return { IndexName, KeySchema, Projection }
}

function vectorIndexOf(index: Description): object {
  const { IndexName, VectorAttribute, Dimensions, DistanceFunction, Projection, SearchSchema } = index
  return { IndexName, VectorAttribute, Dimensions, DistanceFunction, Projection, SearchSchema }
}

/** Returns the maximum throughput of an on-demand table, if one was set. */
function limitsOf({ OnDemandThroughput }: Description): object {
  return OnDemandThroughput === undefined ? {} : { OnDemandThroughput }
}

function memberOf(described: Description, name: string): Description | undefined {
  return described[name] as Description | undefined
}

function throughputOf({ ProvisionedThroughput }: Description): object {
  const { ReadCapacityUnits, WriteCapacityUnits } = (ProvisionedThroughput ?? {}) as Description
  return { ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits } }
}
