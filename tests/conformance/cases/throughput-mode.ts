import { refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields } from '../case.ts'
import { enumSet, invalid, parameter, violation, violations, violationText } from '../errors.ts'
import { attributeDefinitions, keySchema } from '../fixtures.ts'
import { absent, any, partial } from '../matchers.ts'
import { extendDb } from '../sources.ts'

const own = { TableName: '«own»' }

const schema = { AttributeDefinitions: attributeDefinitions({ pk: 'S' }), KeySchema: keySchema(['pk']) }

const units = (count: number): Fields => ({
  ProvisionedThroughput: { ReadCapacityUnits: count, WriteCapacityUnits: count },
})

const summaries = (mode: string, since?: unknown): Fields => {
  const time = since === undefined ? {} : { LastUpdateToPayPerRequestDateTime: since }
  return {
    BillingModeSummary: { BillingMode: mode, ...time },
    TableThroughputModeSummary: { TableThroughputMode: mode, ...time },
  }
}

const noSummaries = { BillingModeSummary: absent, TableThroughputModeSummary: absent }

const create = (asked: Fields, told: Fields): ReturnType<typeof step> =>
  step('CreateTable', { ...own, ...schema, ...asked }, partial({ TableDescription: partial(told) }))

const update = (asked: Fields, told: Fields): ReturnType<typeof step> =>
  step('UpdateTable', { ...own, ...asked }, partial({ TableDescription: partial(told) }))

const describe = (told: Fields): ReturnType<typeof step> =>
  step('DescribeTable', own, partial({ Table: partial(told) }))

const behaviour: readonly ConformanceCase[] = [
  {
    name: 'TableThroughputMode is another name for BillingMode, and both are returned',
    source: extendDb,
    steps: [
      create({ TableThroughputMode: 'PAY_PER_REQUEST' }, summaries('PAY_PER_REQUEST')),
      describe(summaries('PAY_PER_REQUEST', any)),
      update({ TableThroughputMode: 'PROVISIONED', ...units(5) }, summaries('PROVISIONED', any)),
      describe({
        ...summaries('PROVISIONED', any),
        ProvisionedThroughput: partial({ ReadCapacityUnits: 5, WriteCapacityUnits: 5 }),
      }),
    ],
  },
  {
    name: 'BillingMode takes precedence over TableThroughputMode',
    source: extendDb,
    steps: [
      create(
        { BillingMode: 'PROVISIONED', TableThroughputMode: 'PAY_PER_REQUEST', ...units(1) },
        noSummaries,
      ),
      describe({ ...noSummaries, ProvisionedThroughput: partial({ ReadCapacityUnits: 1 }) }),
      update({ TableThroughputMode: 'PAY_PER_REQUEST' }, summaries('PAY_PER_REQUEST')),
    ],
  },
]

const modes = enumSet('PROVISIONED', 'PAY_PER_REQUEST')

const refusals: readonly [string, 'CreateTable' | 'UpdateTable', Fields, ExpectedError][] = [
  [
    'units beside TableThroughputMode PAY_PER_REQUEST',
    'CreateTable',
    { ...schema, TableThroughputMode: 'PAY_PER_REQUEST', ...units(1) },
    invalid(
      parameter(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      ),
    ),
  ],
  [
    'an unknown TableThroughputMode beside a BillingMode',
    'CreateTable',
    { ...schema, BillingMode: 'PAY_PER_REQUEST', TableThroughputMode: 'BOGUS' },
    violation('BOGUS', 'tableThroughputMode', modes),
  ],
  [
    'two unknown modes',
    'CreateTable',
    { ...schema, BillingMode: 'B1', TableThroughputMode: 'B2' },
    violations(violationText('B1', 'billingMode', modes), violationText('B2', 'tableThroughputMode', modes)),
  ],
  [
    'an unknown TableThroughputMode before an unknown table',
    'UpdateTable',
    { TableThroughputMode: 'BOGUS' },
    violation('BOGUS', 'tableThroughputMode', modes),
  ],
]

/** The billing mode of a table under its other AWS name beside `BillingMode`. */
export const throughputMode: readonly ConformanceCase[] = [
  ...behaviour,
  ...refusals.map(([title, operation, input, error]) =>
    refused(
      { name: `${operation} refuses ${title}`, source: extendDb, operation },
      { ...own, ...input },
      error,
    ),
  ),
]
