import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { ConfigurationError } from '@monotable/server'
import { parseJson } from './parse-json.ts'
import { type DescribedTable, describeTable, type TableConnection } from './table-connection.ts'

type Description = { readonly [member: string]: unknown }

const pollMs = 200

/** Makes a table as an export describes it, and waits until it can be used. */
export async function createExportedTable(
  connection: TableConnection,
  name: string,
  definition: string | undefined,
): Promise<DescribedTable> {
  if (definition === undefined) {
    throw new ConfigurationError(
      `There is no table.json beside the manifests to make ${name} of; make the table first, and leave out --create.`,
    )
  }
  const advice = 'Make the table first, and leave out --create.'
  const described = parseJson(readFileSync(definition, 'utf8'), definition, advice) as Description
  await connection.send('CreateTable', tableInput(described, name))
  for (;;) {
    const table = await describeTable(connection, name)
    if (table?.TableStatus === 'ACTIVE') return table
    await setTimeout(pollMs)
  }
}

/** A CreateTable request from what DescribeTable told. */
export function tableInput(described: Description, name: string): object {
  const mode = (described['BillingModeSummary'] as { BillingMode?: string } | undefined)?.BillingMode
  const isProvisioned = mode !== 'PAY_PER_REQUEST'
  const { GlobalSecondaryIndexes: global, LocalSecondaryIndexes: local } = described as {
    GlobalSecondaryIndexes?: readonly Description[]
    LocalSecondaryIndexes?: readonly Description[]
  }
  return {
    TableName: name,
    AttributeDefinitions: described['AttributeDefinitions'],
    KeySchema: described['KeySchema'],
    BillingMode: isProvisioned ? 'PROVISIONED' : 'PAY_PER_REQUEST',
    ...(isProvisioned && throughputOf(described)),
    ...(local && { LocalSecondaryIndexes: local.map(indexOf) }),
    ...(global && {
      GlobalSecondaryIndexes: global.map((index) => ({
        ...indexOf(index),
        ...(isProvisioned && throughputOf(index)),
      })),
    }),
  }
}

function indexOf({ IndexName, KeySchema, Projection }: Description): object {
  return { IndexName, KeySchema, Projection }
}

function throughputOf({ ProvisionedThroughput }: Description): object {
  const { ReadCapacityUnits, WriteCapacityUnits } = (ProvisionedThroughput ?? {}) as Description
  return { ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits } }
}
