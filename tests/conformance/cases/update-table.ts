import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, Fields } from '../case.ts'
import { invalid, parameter, tableNotFound } from '../errors.ts'
import { attributeDefinitions, keySchema } from '../fixtures.ts'
import { absent, any, matching, partial } from '../matchers.ts'
import { alternator, documentation, parity } from '../sources.ts'
import { describe, indexed, onDemand, own } from '../update-table-fixtures.ts'
import { N, S } from '../values.ts'

const create = (name: string, attribute: string, extra: Fields = {}): Fields => ({
  Create: {
    IndexName: name,
    KeySchema: keySchema([attribute]),
    Projection: { ProjectionType: 'ALL' },
    ...extra,
  },
})

const types = (definitions: { [name: string]: string }): Fields => ({
  AttributeDefinitions: attributeDefinitions(definitions),
})

const updates = (...all: Fields[]): Fields => ({ GlobalSecondaryIndexUpdates: all })

const page = documentation('UpdateTable')

const query = (index: string, attribute: string, value = 'x'): Fields => ({
  ...own,
  IndexName: index,
  KeyConditionExpression: `${attribute} = :v`,
  ExpressionAttributeValues: { ':v': S(value) },
})

const behaviour: readonly ConformanceCase[] = [
  {
    name: 'UpdateTable creates an index of the existing items',
    source: page,
    tables: { own: onDemand },
    given: { own: [{ pk: S('1'), a: S('x') }, { pk: S('2') }, { pk: S('3'), a: S('x') }] },
    steps: [
      step(
        'UpdateTable',
        { ...own, ...types({ a: 'S' }), ...updates(create('byA', 'a')) },
        partial({
          TableDescription: partial({
            GlobalSecondaryIndexes: [
              partial({ IndexName: 'byA', IndexStatus: 'CREATING', Backfilling: false }),
            ],
            AttributeDefinitions: attributeDefinitions({ a: 'S', pk: 'S' }),
          }),
        }),
      ),
      describe({
        GlobalSecondaryIndexes: [partial({ IndexName: 'byA', IndexStatus: 'ACTIVE', Backfilling: absent })],
      }),
      step('Query', { ...query('byA', 'a'), Select: 'COUNT' }, { Count: 2, ScannedCount: 2 }),
    ],
  },
  {
    name: 'a new index skips items whose key is missing, of another type, empty or too long',
    source: alternator,
    tables: { own: onDemand },
    given: {
      own: [
        { pk: S('1'), a: S('x') },
        { pk: S('2'), a: N(1) },
        { pk: S('3'), a: S('') },
        { pk: S('4'), a: S('x'.repeat(2049)) },
        { pk: S('5') },
      ],
    },
    steps: [
      step('UpdateTable', { ...own, ...types({ a: 'S' }), ...updates(create('byA', 'a')) }),
      step(
        'Scan',
        { ...own, IndexName: 'byA' },
        { Items: [{ pk: S('1'), a: S('x') }], Count: 1, ScannedCount: 1 },
      ),
      refusal(
        'PutItem',
        { ...own, Item: { pk: S('6'), a: N(1) } },
        invalid(parameter('Type mismatch for Index Key a Expected: S Actual: N IndexName: byA')),
      ),
    ],
  },
  {
    name: 'UpdateTable removes an index and the definitions that only it used',
    source: parity,
    tables: { own: indexed },
    steps: [
      step(
        'UpdateTable',
        { ...own, ...updates({ Delete: { IndexName: 'byA' } }) },
        partial({
          TableDescription: partial({
            GlobalSecondaryIndexes: [partial({ IndexName: 'byA', IndexStatus: 'DELETING' })],
          }),
        }),
      ),
      describe({ GlobalSecondaryIndexes: absent, AttributeDefinitions: attributeDefinitions({ pk: 'S' }) }),
      refusal('Query', query('byA', 'a'), invalid('The table does not have the specified index: byA')),
      step('PutItem', { ...own, Item: { pk: S('1'), a: N(1) } }, {}),
    ],
  },
  {
    name: 'an index may be removed and made again with another type',
    source: alternator,
    tables: { own: indexed },
    steps: [
      step('UpdateTable', { ...own, ...updates({ Delete: { IndexName: 'byA' } }) }),
      step('UpdateTable', { ...own, ...types({ a: 'N' }), ...updates(create('byA', 'a')) }),
      describe({ AttributeDefinitions: attributeDefinitions({ a: 'N', pk: 'S' }) }),
    ],
  },
  {
    name: 'unnecessary definitions are ignored in UpdateTable',
    source: parity,
    tables: { own: onDemand },
    steps: [
      step('UpdateTable', {
        ...own,
        ...types({ a: 'S', spurious: 'N', pk: 'N' }),
        ...updates(create('byA', 'a')),
      }),
      describe({ AttributeDefinitions: attributeDefinitions({ a: 'S', pk: 'S' }) }),
    ],
  },
  {
    name: 'a new index on an on-demand table beside another',
    source: alternator,
    tables: { own: indexed },
    given: { own: [{ pk: S('1'), a: S('x'), b: S('x') }] },
    steps: [
      step('UpdateTable', { ...own, ...types({ b: 'S' }), ...updates(create('byB', 'b')) }),
      step('Query', query('byB', 'b'), partial({ Count: 1 })),
      step('Query', query('byA', 'a'), partial({ Count: 1 })),
      describe({ AttributeDefinitions: attributeDefinitions({ a: 'S', b: 'S', pk: 'S' }) }),
    ],
  },
  {
    name: 'deletion protection is turned on and off',
    source: parity,
    tables: { own: onDemand },
    steps: [
      step(
        'UpdateTable',
        { ...own, DeletionProtectionEnabled: true },
        partial({ TableDescription: partial({ DeletionProtectionEnabled: true, TableStatus: 'ACTIVE' }) }),
      ),
      refusal(
        'DeleteTable',
        own,
        invalid(
          matching(
            /^Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.$/,
          ),
        ),
      ),
      describe({ DeletionProtectionEnabled: true }),
      step('UpdateTable', { ...own, DeletionProtectionEnabled: false }),
      step('DeleteTable', own),
    ],
  },
  {
    name: 'on-demand limits are changed and lifted',
    source: parity,
    tables: { own: onDemand },
    steps: [
      step('UpdateTable', { ...own, OnDemandThroughput: { MaxReadRequestUnits: 7 } }),
      describe({ OnDemandThroughput: partial({ MaxReadRequestUnits: 7 }) }),
      step('UpdateTable', { ...own, OnDemandThroughput: { MaxReadRequestUnits: -1 } }),
      describe({ TableStatus: 'ACTIVE' }),
    ],
  },
  {
    name: 'DeleteTable answers with a short description, and the table is gone',
    source: alternator,
    tables: { own: indexed },
    steps: [
      step(
        'DeleteTable',
        own,
        partial({
          TableDescription: partial({
            TableName: '«own»',
            TableStatus: 'DELETING',
            TableArn: '«own:arn»',
            TableId: any,
            ItemCount: any,
            TableSizeBytes: any,
            KeySchema: absent,
            AttributeDefinitions: absent,
            CreationDateTime: absent,
            GlobalSecondaryIndexes: absent,
          }),
        }),
      ),
      refusal('DescribeTable', own, tableNotFound('«own»')),
      refusal('DeleteTable', own, tableNotFound('«own»')),
      refusal(
        'PutItem',
        { ...own, Item: { pk: S('1') } },
        { name: 'ResourceNotFoundException', message: 'Requested resource not found' },
      ),
    ],
  },
  {
    name: 'a table recreated under the same name is empty',
    source: documentation('DeleteTable'),
    tables: { own: onDemand },
    given: { own: [{ pk: S('1') }] },
    steps: [
      step('DeleteTable', own),
      step('CreateTable', { ...own, ...onDemand }),
      step('Scan', { ...own, Select: 'COUNT' }, { Count: 0, ScannedCount: 0 }),
    ],
  },
  refused(
    { name: 'DeleteTable tells of an unknown table', source: parity, operation: 'DeleteTable' },
    { TableName: '«absent»' },
    tableNotFound('«absent»'),
  ),
]

export const updateTable: readonly ConformanceCase[] = [...behaviour]
