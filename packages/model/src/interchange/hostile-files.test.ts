import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelSource } from './model-source.ts'
import { readCloudFormation } from './read-cloudformation.ts'
import { readWorkbenchFile } from './read-workbench-file.ts'
import { writeWorkbenchFile } from './write-workbench-file.ts'

const name = fc.oneof(
  fc.constantFrom('PK', 'SK', 'id', 'primary', '__proto__', 'constructor', 'a:b', '{x}', '', 'table', 'GSI1'),
  fc.string({ maxLength: 12, unit: 'binary' }),
)
const junk = fc.jsonValue({ maxDepth: 2 })
const attribute = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ AttributeName: name, AttributeType: fc.constantFrom('S', 'N', 'B', 'M', 'X') }),
  },
  { weight: 1, arbitrary: junk },
)
const keys = fc.record({ PartitionKey: attribute, SortKey: attribute }, { requiredKeys: ['PartitionKey'] })
const value = fc.oneof(
  fc.record({ S: name }),
  fc.record({ N: fc.oneof(fc.integer(), fc.constant('1')) }),
  fc.record({ SS: fc.array(name, { maxLength: 3 }) }),
  junk,
)
const items = fc.array(fc.oneof(fc.dictionary(name, value, { maxKeys: 5 }), junk), { maxLength: 4 })
const index = fc.record({
  IndexName: fc.oneof(name, junk),
  KeyAttributes: keys,
  Projection: fc.oneof(
    fc.record({
      ProjectionType: fc.constantFrom('ALL', 'INCLUDE', 'KEYS_ONLY', 'NONE'),
      NonKeyAttributes: fc.array(name),
    }),
    junk,
  ),
})
const facet = fc.record(
  {
    FacetName: fc.oneof(name, junk),
    KeyAttributeAlias: fc.record({
      PartitionKeyAlias: name,
      SortKeyAlias: fc.constantFrom('SK', 'A#b', '{a}{b}', 'x#{'),
    }),
    NonKeyAttributes: fc.array(fc.oneof(name, junk), { maxLength: 4 }),
    TableData: items,
  },
  { requiredKeys: [] },
)
const file = fc.record({
  DataModel: fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record(
          {
            TableName: fc.oneof(name, junk),
            KeyAttributes: keys,
            NonKeyAttributes: fc.array(attribute, { maxLength: 4 }),
            GlobalSecondaryIndexes: fc.array(index, { maxLength: 3 }),
            LocalSecondaryIndexes: fc.array(index, { maxLength: 2 }),
            TableFacets: fc.array(fc.oneof({ weight: 4, arbitrary: facet }, junk), { maxLength: 3 }),
            TableData: fc.oneof({ weight: 4, arbitrary: items }, junk),
          },
          { requiredKeys: ['KeyAttributes'] },
        ),
      },
      { weight: 1, arbitrary: junk },
    ),
    { maxLength: 3 },
  ),
})

describe('files of any content', () => {
  it('NoSQL Workbench: are read to the end, and survive a round trip', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: file }, junk), (given) => {
        const first = readWorkbenchFile(given)
        const written = writeWorkbenchFile(first.description, { items: first.items, base: given })
        const second = readWorkbenchFile(JSON.parse(JSON.stringify(written.file)))
        expect(modelSource(second.description)).toBe(modelSource(first.description))
        const count = (read: typeof first) =>
          [...read.items].map(([table, list]) => `${table} ${list.length}`).sort()
        expect(count(second)).toEqual(count(first))
      }),
    )
  })

  it('CloudFormation: are read to the end', () => {
    const key = fc.array(fc.record({ AttributeName: name, KeyType: fc.constantFrom('HASH', 'RANGE', 'x') }), {
      maxLength: 3,
    })
    const properties = fc.record({
      TableName: fc.oneof(name, fc.record({ Ref: name }), fc.record({ 'Fn::Sub': name })),
      KeySchema: fc.oneof({ weight: 4, arbitrary: key }, junk),
      GlobalSecondaryIndexes: fc.array(fc.record({ IndexName: name, KeySchema: key }), { maxLength: 2 }),
    })
    const resource = fc.record({
      Type: fc.constantFrom('AWS::DynamoDB::Table', 'other'),
      Properties: properties,
    })
    const template = fc.record({ Resources: fc.dictionary(name, fc.oneof(resource, junk), { maxKeys: 3 }) })
    fc.assert(
      fc.property(template, (given) => {
        modelSource(readCloudFormation(given).description)
      }),
    )
  })
})
