import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { type AwsCli, connectAwsCli } from './run-aws.ts'
import { awsVersion as version } from './start-aws.ts'

const table = 'Stations'
const station = (line: string, stop: string) => ({ line: { S: line }, stop: { S: stop } })

describe.skipIf(version === undefined)(`the AWS CLI (${version ?? 'skipped: no command "aws" here'})`, () => {
  let served: ServedDatabase
  let aws: AwsCli
  beforeAll(async () => {
    served = await serveDatabase()
    aws = connectAwsCli(served.url, region)
    await aws.answer(
      'create-table',
      ...['--table-name', table],
      ...[
        '--attribute-definitions',
        'AttributeName=line,AttributeType=S',
        'AttributeName=stop,AttributeType=S',
      ],
      ...['--key-schema', 'AttributeName=line,KeyType=HASH', 'AttributeName=stop,KeyType=RANGE'],
      ...['--billing-mode', 'PAY_PER_REQUEST'],
    )
    await aws.answer('wait', 'table-exists', '--table-name', table)
  })
  afterAll(async () => {
    await aws?.close()
    await served?.close()
  })

  it('describe-table and list-tables show the table that create-table made', async () => {
    const [described, listed] = await Promise.all([
      aws.answer('describe-table', '--table-name', table),
      aws.answer('list-tables'),
    ])
    expect(described).toMatchObject({
      Table: {
        TableName: table,
        TableStatus: 'ACTIVE',
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      },
    })
    expect(listed).toMatchObject({ TableNames: [table] })
  })

  it('put-item, update-item and get-item', async () => {
    const key = station('red', 'Harbour')
    await aws.answer('put-item', '--table-name', table, '--item', { ...key, lifts: { N: '2' } })
    const updated = await aws.answer(
      'update-item',
      ...['--table-name', table, '--return-values', 'ALL_NEW', '--key'],
      key,
      ...['--update-expression', 'SET lifts = lifts + :n, open_at = :o', '--expression-attribute-values'],
      { ':n': { N: '1' }, ':o': { S: '05:30' } },
    )
    expect(updated).toEqual({ Attributes: { ...key, lifts: { N: '3' }, open_at: { S: '05:30' } } })
    const got = await aws.answer(
      'get-item',
      ...['--table-name', table, '--consistent-read', '--projection-expression', 'lifts', '--key'],
      key,
      ...['--return-consumed-capacity', 'TOTAL'],
    )
    expect(got).toEqual({
      Item: { lifts: { N: '3' } },
      ConsumedCapacity: { TableName: table, CapacityUnits: 1 },
    })
  })

  it('a refusal is printed with its code and message, and the exit code is not zero', async () => {
    const key = station('refused', 'Once')
    await served.db.send('PutItem', { TableName: table, Item: key })
    const [condition, missing] = await Promise.all([
      aws.run(
        'put-item',
        '--table-name',
        table,
        '--item',
        key,
        '--condition-expression',
        'attribute_not_exists(line)',
      ),
      aws.run('describe-table', '--table-name', 'Nowhere'),
    ])
    expect(condition.code).not.toBe(0)
    expect(condition.error).toContain(
      'An error occurred (ConditionalCheckFailedException) when calling the PutItem operation: The conditional request failed',
    )
    expect(missing.code).not.toBe(0)
    expect(missing.error).toContain(
      'An error occurred (ResourceNotFoundException) when calling the DescribeTable operation: Requested resource not found: Table: Nowhere not found',
    )
  })

  it('query follows pages on its own, and stops and resumes where it is told to', async () => {
    const stops = ['1', '2', '3', '4', '5']
    const requests = stops.map((stop) => ({ PutRequest: { Item: station('blue', stop) } }))
    const written = await aws.answer('batch-write-item', '--request-items', { [table]: requests })
    expect(written).toMatchObject({ UnprocessedItems: {} })
    const query = [
      ...['query', '--table-name', table, '--key-condition-expression', '#l = :l'],
      ...[
        '--expression-attribute-names',
        '{"#l":"line"}',
        '--expression-attribute-values',
        '{":l":{"S":"blue"}}',
      ],
    ]
    const [all, first] = (await Promise.all([
      aws.answer(...query, '--page-size', '2'),
      aws.answer(...query, '--max-items', '3', '--page-size', '2', '--no-scan-index-forward'),
    ])) as [Page, Page]
    expect(all.Items.map((item) => item.stop.S)).toEqual(stops)
    expect(all.Count).toBe(5)
    expect(first.Items.map((item) => item.stop.S)).toEqual(['5', '4', '3'])
    const token = first.NextToken ?? ''
    const rest = (await aws.answer(...query, '--no-scan-index-forward', '--starting-token', token)) as Page
    expect(rest.Items.map((item) => item.stop.S)).toEqual(['2', '1'])
  })

  it('transact-write-items and scan', async () => {
    const actions = [
      { Put: { TableName: table, Item: { ...station('tram', 'A'), night: { BOOL: true } } } },
      { Put: { TableName: table, Item: { ...station('tram', 'B'), night: { BOOL: false } } } },
    ]
    await aws.answer('transact-write-items', '--transact-items', actions)
    const scanned = await aws.answer(
      'scan',
      ...['--table-name', table, '--filter-expression', 'night = :yes', '--expression-attribute-values'],
      { ':yes': { BOOL: true } },
    )
    expect(scanned).toMatchObject({ Count: 1, Items: [{ ...station('tram', 'A'), night: { BOOL: true } }] })
  })

  it('tags are set and listed', async () => {
    const arn = `arn:aws:dynamodb:${region}:000000000000:table/${table}`
    await aws.answer('tag-resource', '--resource-arn', arn, '--tags', 'Key=stage,Value=test')
    const listed = await aws.answer('list-tags-of-resource', '--resource-arn', arn)
    expect(listed).toMatchObject({ Tags: [{ Key: 'stage', Value: 'test' }] })
  })

  it('delete-table, and waiting until the table is gone', async () => {
    const deleted = await aws.answer('delete-table', '--table-name', table)
    expect(deleted).toMatchObject({ TableDescription: { TableName: table, TableStatus: 'DELETING' } })
    await aws.answer('wait', 'table-not-exists', '--table-name', table)
  })
})

interface Page {
  readonly Items: readonly { readonly stop: { readonly S: string } }[]
  readonly Count?: number
  readonly NextToken?: string
}
