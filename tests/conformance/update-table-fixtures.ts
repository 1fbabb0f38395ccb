import { step } from './build-case.ts'
import type { Fields } from './case.ts'
import { attributeDefinitions, keySchema, tableOf } from './fixtures.ts'
import { partial } from './matchers.ts'

/** Provisioned throughput. */
export const units = (read: number, write: number): Fields => ({
  ReadCapacityUnits: read,
  WriteCapacityUnits: write,
})

/** The table that a case changes; each case defines it as one of these. */
export const own = { TableName: '«own»' }

export const provisioned = {
  AttributeDefinitions: attributeDefinitions({ pk: 'S' }),
  KeySchema: keySchema(['pk']),
  ProvisionedThroughput: units(10, 5),
}

export const onDemand = tableOf({ attributes: { pk: 'S' }, hash: 'pk' })

export const indexed = tableOf({
  attributes: { pk: 'S', a: 'S' },
  hash: 'pk',
  global: [{ name: 'byA', hash: ['a'], projection: { ProjectionType: 'ALL' } }],
})

export const localIndexed = tableOf({
  attributes: { pk: 'S', sk: 'S', a: 'S' },
  hash: 'pk',
  range: 'sk',
  local: [{ name: 'byA', hash: ['pk'], range: ['a'], projection: { ProjectionType: 'ALL' } }],
})

/** A DescribeTable step whose answer has these members among others. */
export const describe = (fields: Fields): ReturnType<typeof step> =>
  step('DescribeTable', own, partial({ Table: partial(fields) }))
