import { refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields } from '../case.ts'
import {
  enumSet,
  invalid,
  maxLength,
  minLength,
  minValue,
  namePattern,
  notNull,
  parameter,
  violation,
  violations,
  violationText,
} from '../errors.ts'
import { attributeDefinitions, keySchema } from '../fixtures.ts'
import { matching, oneOf } from '../matchers.ts'
import { alternator, dynalite, parity, preflight } from '../sources.ts'

const pk = keySchema(['pk'])

const pkSk = keySchema(['pk'], ['sk'])

const onDemand = { BillingMode: 'PAY_PER_REQUEST' }

const table = {
  TableName: '«made»',
  AttributeDefinitions: attributeDefinitions({ pk: 'S' }),
  KeySchema: pk,
  ...onDemand,
}

const units = (read: number, write: number): Fields => ({
  ProvisionedThroughput: { ReadCapacityUnits: read, WriteCapacityUnits: write },
})

const all = { ProjectionType: 'ALL' }

const index = (name: string, schema: unknown, extra: Fields = {}): Fields => ({
  IndexName: name,
  KeySchema: schema,
  Projection: all,
  ...extra,
})

const p = parameter

const defined = (types: { [name: string]: string }): Fields => ({
  AttributeDefinitions: attributeDefinitions(types),
})

const gsi = (...indexes: Fields[]): Fields => ({ GlobalSecondaryIndexes: indexes })

const lsi = (...indexes: Fields[]): Fields => ({ LocalSecondaryIndexes: indexes })

const many = (count: number, make: (at: number) => Fields): Fields[] =>
  Array.from({ length: count }, (_, at) => make(at))

const rangeTable = { ...table, KeySchema: pkSk, ...defined({ pk: 'S', sk: 'S', a: 'S' }) }

const hashTable = { ...table, ...defined({ pk: 'S', a: 'S' }) }

/** [name, input, error, source] */
const refusals: readonly [string, Fields, ExpectedError, string?][] = [
  [
    'no table name',
    { ...table, TableName: undefined },
    invalid(
      oneOf(
        "The parameter 'TableName' is required but was not present in the request",
        `1 validation error detected: ${violationText(null, 'tableName', notNull)}`,
      ),
    ),
  ],
  [
    'a table name of two characters',
    { ...table, TableName: 'ab' },
    invalid(
      oneOf(
        'TableName must be at least 3 characters long and at most 255 characters long',
        `1 validation error detected: ${violationText('ab', 'tableName', minLength(3))}`,
      ),
    ),
  ],
  [
    'a table name with bad characters',
    { ...table, TableName: 'abc;' },
    violation('abc;', 'tableName', namePattern),
  ],
  ['no KeySchema', { ...table, KeySchema: undefined }, violation(null, 'keySchema', notNull)],
  ['an empty KeySchema', { ...table, KeySchema: [] }, violation('[]', 'keySchema', minLength(1))],
  [
    'three key elements',
    { ...table, ...defined({ pk: 'S', sk: 'S', extra: 'S' }), KeySchema: keySchema(['pk'], ['sk', 'extra']) },
    violation(
      '[KeySchemaElement(attributeName=pk, keyType=HASH), KeySchemaElement(attributeName=sk, keyType=RANGE), KeySchemaElement(attributeName=extra, keyType=RANGE)]',
      'keySchema',
      maxLength(2),
    ),
  ],
  [
    'no AttributeDefinitions',
    { ...table, AttributeDefinitions: undefined },
    violation(null, 'attributeDefinitions', notNull),
  ],
  [
    'empty AttributeDefinitions',
    { ...table, AttributeDefinitions: [] },
    invalid('Invalid KeySchema: Some index key attribute have no definition'),
  ],
  [
    'an unknown key type',
    { ...table, KeySchema: [{ AttributeName: 'pk', KeyType: 'INVALID' }] },
    violation('INVALID', 'keySchema.1.member.keyType', enumSet('HASH', 'RANGE')),
  ],
  ...['INVALID', 'SS', 'BOOL', 'M', 's'].map((type): [string, Fields, ExpectedError, string] => [
    `the attribute type ${type}`,
    { ...table, ...defined({ pk: type }) },
    violation(type, 'attributeDefinitions.1.member.attributeType', enumSet('B', 'N', 'S')),
    alternator,
  ]),
  [
    'a definition without a name',
    { ...table, AttributeDefinitions: [{ AttributeType: 'S' }] },
    violation(null, 'attributeDefinitions.1.member.attributeName', notNull),
    alternator,
  ],
  [
    'an unknown BillingMode',
    { ...table, BillingMode: 'pay_per_request' },
    violation('pay_per_request', 'billingMode', enumSet('PROVISIONED', 'PAY_PER_REQUEST')),
  ],
  [
    'no throughput',
    { ...table, BillingMode: undefined },
    invalid(
      p('ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED'),
    ),
  ],
  [
    'throughput on demand',
    { ...table, ...units(1, 1) },
    invalid(
      p(
        'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      ),
    ),
  ],
  [
    'a throughput of zero',
    { ...table, BillingMode: undefined, ...units(0, 0) },
    violations(
      violationText('0', 'provisionedThroughput.writeCapacityUnits', minValue(1)),
      violationText('0', 'provisionedThroughput.readCapacityUnits', minValue(1)),
    ),
  ],
  [
    'an empty throughput',
    { ...table, BillingMode: undefined, ProvisionedThroughput: {} },
    violations(
      violationText(null, 'provisionedThroughput.writeCapacityUnits', notNull),
      violationText(null, 'provisionedThroughput.readCapacityUnits', notNull),
    ),
  ],
  [
    'a throughput beyond all bounds',
    { ...table, BillingMode: undefined, ...units(1_000_000_000_001, 1) },
    invalid('Given value 1000000000001 for ReadCapacityUnits is out of bounds'),
    dynalite,
  ],
  [
    'a key without a definition',
    { ...table, ...defined({ other: 'S' }) },
    invalid(
      p(
        'Some index key attributes are not defined in AttributeDefinitions. Keys: [pk], AttributeDefinitions: [other]',
      ),
    ),
  ],
  [
    'a definition that is not used',
    { ...table, ...defined({ pk: 'S', other: 'S' }) },
    invalid(
      p(
        'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
      ),
    ),
  ],
  [
    'a definition twice',
    {
      ...table,
      AttributeDefinitions: [...attributeDefinitions({ pk: 'S' }), ...attributeDefinitions({ pk: 'S' })],
    },
    invalid(matching(/Attribute Name is duplicated: pk|does not exactly match/)),
  ],
  [
    'one attribute as both keys',
    { ...table, ...defined({ pk: 'S', other: 'S' }), KeySchema: keySchema(['pk'], ['pk']) },
    invalid('Both the Hash Key and the Range Key element in the KeySchema have the same name'),
  ],
  [
    'a key schema that begins with a sort key',
    { ...table, KeySchema: keySchema([], ['pk']) },
    invalid('Invalid KeySchema: The first KeySchemaElement is not a HASH key type'),
  ],
  [
    'two partition keys',
    { ...table, ...defined({ pk: 'S', sk: 'S' }), KeySchema: keySchema(['pk', 'sk']) },
    invalid('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type'),
  ],
  [
    'a local index on a table without a sort key',
    { ...hashTable, ...lsi(index('local', keySchema(['pk'], ['a']))) },
    invalid(
      p('Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex'),
    ),
  ],
  [
    'a local index with another partition key',
    { ...rangeTable, ...lsi(index('local', keySchema(['a'], ['sk']))) },
    invalid(
      p(
        'Index KeySchema does not have the same leading hash key as table KeySchema for index: local. index hash key: a, table hash key: pk',
      ),
    ),
  ],
  [
    'a local index without a sort key',
    { ...rangeTable, ...defined({ pk: 'S', sk: 'S' }), ...lsi(index('local', pk)) },
    invalid(p('Index KeySchema does not have a range key for index: local')),
  ],
  [
    'an empty list of local indexes',
    { ...table, KeySchema: pkSk, ...defined({ pk: 'S', sk: 'S' }), ...lsi() },
    invalid(p('List of LocalSecondaryIndexes is empty')),
  ],
  [
    'an empty list of global indexes',
    { ...table, ...gsi() },
    invalid(p('List of GlobalSecondaryIndexes is empty')),
  ],
  [
    'an empty list of global indexes before a definition that no key uses',
    { ...hashTable, ...gsi() },
    invalid(p('List of GlobalSecondaryIndexes is empty')),
    dynalite,
  ],
  [
    'six local indexes',
    { ...rangeTable, ...lsi(...many(6, (at) => index(`local${at}`, keySchema(['pk'], ['a'])))) },
    invalid(p('Number of LocalSecondaryIndexes exceeds per-table limit of 5')),
  ],
  [
    '21 global indexes',
    { ...hashTable, ...gsi(...many(21, (at) => index(`global${at}`, keySchema(['a'])))) },
    invalid(p('GlobalSecondaryIndex count exceeds the per-table limit of 20')),
  ],
  [
    'two indexes of one name',
    { ...hashTable, ...gsi(index('same', keySchema(['a'])), index('same', keySchema(['a']))) },
    invalid(p('Duplicate index name: same')),
  ],
  [
    'a local and a global index of one name',
    {
      ...rangeTable,
      ...lsi(index('same', keySchema(['pk'], ['a']))),
      ...gsi(index('same', keySchema(['a']))),
    },
    invalid(p('Duplicate index name: same')),
  ],
  [
    'index names of two characters',
    { ...rangeTable, ...lsi(index('l1', keySchema(['pk'], ['a']))), ...gsi(index('g1', keySchema(['a']))) },
    violations(
      violationText('g1', 'globalSecondaryIndexes.1.member.indexName', minLength(3)),
      violationText('l1', 'localSecondaryIndexes.1.member.indexName', minLength(3)),
    ),
  ],
  [
    'an index name with bad characters',
    { ...hashTable, ...gsi(index('nyh@test', keySchema(['a']))) },
    violation('nyh@test', 'globalSecondaryIndexes.1.member.indexName', namePattern),
    alternator,
  ],
  [
    'an index key without a definition',
    { ...table, ...gsi(index('global', keySchema(['a']))) },
    invalid(
      matching(/Some index key attributes? (are not defined in AttributeDefinitions|have no definition)/),
    ),
  ],
  [
    'a definition that no index uses',
    { ...table, ...defined({ pk: 'S', a: 'S', b: 'S' }), ...gsi(index('global', keySchema(['a']))) },
    invalid(
      matching(/Some AttributeDefinitions are not used. AttributeDefinitions: \[.+\], keys used: \[.+\]$/),
    ),
  ],
  [
    'no Projection',
    { ...hashTable, ...gsi({ ...index('global', keySchema(['a'])), Projection: undefined }) },
    violation(null, 'globalSecondaryIndexes.1.member.projection', notNull),
  ],
  [
    'an empty Projection',
    { ...hashTable, ...gsi(index('global', keySchema(['a']), { Projection: {} })) },
    invalid(p('Unknown ProjectionType: null')),
  ],
  [
    'an unknown ProjectionType',
    {
      ...hashTable,
      ...gsi(index('global', keySchema(['a']), { Projection: { ProjectionType: 'nonsense' } })),
    },
    violation(
      'nonsense',
      'globalSecondaryIndexes.1.member.projection.projectionType',
      enumSet('ALL', 'INCLUDE', 'KEYS_ONLY'),
    ),
    alternator,
  ],
  [
    'INCLUDE without names',
    {
      ...hashTable,
      ...gsi(index('global', keySchema(['a']), { Projection: { ProjectionType: 'INCLUDE' } })),
    },
    invalid(p('ProjectionType is INCLUDE, but NonKeyAttributes is not specified')),
  ],
  [
    'KEYS_ONLY with names',
    {
      ...hashTable,
      ...gsi(
        index('global', keySchema(['a']), {
          Projection: { ProjectionType: 'KEYS_ONLY', NonKeyAttributes: ['x'] },
        }),
      ),
    },
    invalid(p('ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified')),
  ],
  [
    'ALL with names',
    {
      ...rangeTable,
      ...lsi(
        index('local', keySchema(['pk'], ['a']), {
          Projection: { ProjectionType: 'ALL', NonKeyAttributes: ['x'] },
        }),
      ),
    },
    invalid(p('ProjectionType is ALL, but NonKeyAttributes is specified')),
  ],
  [
    'INCLUDE with a name twice',
    {
      ...hashTable,
      ...gsi(
        index('global', keySchema(['a']), {
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['x', 'x'] },
        }),
      ),
    },
    invalid(p('Duplicate element in NonKeyAttributes: x')),
  ],
  [
    'INCLUDE with an empty list',
    {
      ...hashTable,
      ...gsi(
        index('global', keySchema(['a']), {
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [] },
        }),
      ),
    },
    violation('[]', 'globalSecondaryIndexes.1.member.projection.nonKeyAttributes', minLength(1)),
  ],
  [
    'INCLUDE with 21 names',
    {
      ...hashTable,
      ...gsi(
        index('global', keySchema(['a']), {
          Projection: {
            ProjectionType: 'INCLUDE',
            NonKeyAttributes: many(21, (at) => ({ at })).map(({ at }) => `x${at}`),
          },
        }),
      ),
    },
    invalid(
      matching(
        /at 'globalSecondaryIndexes.1.member.projection.nonKeyAttributes' failed to satisfy constraint: Member must have length less than or equal to 20$/,
      ),
    ),
  ],
  [
    'more than 100 projected attributes in all indexes',
    {
      ...hashTable,
      ...gsi(
        ...[20, 20, 20, 20, 20, 1].map((count, i) =>
          index(`global${i}`, keySchema(['a']), {
            Projection: {
              ProjectionType: 'INCLUDE',
              NonKeyAttributes: many(count, (at) => ({ at })).map(({ at }) => `x${at}`),
            },
          }),
        ),
      ),
    },
    invalid(
      p(
        'Number of projected attributes in all indexes exceeds limit of 100, number of projected attributes:101',
      ),
    ),
    preflight,
  ],
  [
    'a global index without throughput on a provisioned table',
    { ...hashTable, BillingMode: undefined, ...units(1, 1), ...gsi(index('global', keySchema(['a']))) },
    invalid(p('ProvisionedThroughput is not specified for index: global')),
  ],
  [
    'a global index with throughput on demand',
    { ...hashTable, ...gsi(index('global', keySchema(['a']), units(1, 1))) },
    invalid(
      p(
        'ProvisionedThroughput should not be specified for index: global when BillingMode is PAY_PER_REQUEST',
      ),
    ),
  ],
  [
    'OnDemandThroughput on a provisioned table',
    { ...table, BillingMode: undefined, ...units(1, 1), OnDemandThroughput: { MaxReadRequestUnits: 1 } },
    invalid(
      p(
        'MaxReadRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.',
      ),
    ),
  ],
  [
    'OnDemandThroughput of zero',
    { ...table, OnDemandThroughput: { MaxReadRequestUnits: 0 } },
    invalid(p('Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range')),
  ],
  [
    'an unknown TableClass',
    { ...table, TableClass: 'GOLD' },
    invalid(matching(/STANDARD, STANDARD_INFREQUENT_ACCESS/)),
  ],
  [
    'a key name of 256 characters',
    { ...table, ...defined({ ['k'.repeat(256)]: 'S' }), KeySchema: keySchema(['k'.repeat(256)]) },
    invalid(matching(/25[56]/)),
    alternator,
  ],
  [
    'an empty index description',
    { ...table, ...gsi({}) },
    violations(
      violationText(null, 'globalSecondaryIndexes.1.member.indexName', notNull),
      violationText(null, 'globalSecondaryIndexes.1.member.keySchema', notNull),
      violationText(null, 'globalSecondaryIndexes.1.member.projection', notNull),
    ),
    dynalite,
  ],
]

const refusalCases = refusals.map(([name, input, error, source]) =>
  refused(
    { name: `CreateTable refuses ${name}`, source: source ?? parity, operation: 'CreateTable' },
    input,
    error,
  ),
)

export const createTableErrors: readonly ConformanceCase[] = [...refusalCases]
