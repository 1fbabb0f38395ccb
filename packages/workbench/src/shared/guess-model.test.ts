import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EntityModel } from './api.ts'
import type { WireItem } from './guess/wire-item.ts'
import { guessModel } from './guess-model.ts'
import type { TableDescription } from './table-description.ts'

type KeyTypes = { readonly [attribute: string]: 'S' | 'N' | 'B' }

function tableOf(
  key: readonly string[],
  indexes: readonly (readonly string[])[] = [],
  types: KeyTypes = {},
): TableDescription {
  const schema = (names: readonly string[]) =>
    names.map((AttributeName, at) => ({
      AttributeName,
      KeyType: at === 0 ? ('HASH' as const) : ('RANGE' as const),
    }))
  return {
    TableName: 'Things',
    KeySchema: schema(key),
    AttributeDefinitions: [...new Set([...key, ...indexes.flat()])].map((AttributeName) => ({
      AttributeName,
      AttributeType: types[AttributeName] ?? 'S',
    })),
    GlobalSecondaryIndexes: indexes.map((names, at) => ({
      IndexName: `GSI${at + 1}`,
      KeySchema: schema(names),
      Projection: { ProjectionType: 'ALL' },
    })),
  }
}

function itemOf(attributes: { readonly [name: string]: string | number }): WireItem {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'number' ? { N: String(value) } : { S: value },
    ]),
  )
}

/** Formats templates as people write them. */
function show({ name, templates }: EntityModel): object {
  const texts = Object.entries(templates).map(([attribute, parts]) => [
    attribute,
    parts.map((part) => ('text' in part ? part.text : `{${part.slot}}`)).join(''),
  ])
  return { name, ...Object.fromEntries(texts) }
}

describe('a model is guessed', () => {
  const users = ['alexdebrie', 'vito', 'mike', 'nina']
  const shop = users.flatMap((username, at) => [
    itemOf({
      PK: `CUSTOMER#${username}`,
      SK: `CUSTOMER#${username}`,
      username,
      email: `${username}@example.com`,
    }),
    itemOf({ PK: `CUSTOMEREMAIL#${username}@example.com`, SK: `CUSTOMEREMAIL#${username}@example.com` }),
    ...[1, 2].map((number) => {
      const orderId = `1VwVAvJk1GvBFfpTAjm0KG7Cg${at}${number}`
      return itemOf({
        PK: `CUSTOMER#${username}`,
        SK: `#ORDER#${orderId}`,
        GSI1PK: `ORDER#${orderId}`,
        GSI1SK: `ORDER#${orderId}`,
        orderId,
        status: 'SHIPPED',
      })
    }),
    itemOf({
      PK: `ORDER#o${at}1#ITEM#i${at}`,
      SK: `ORDER#o${at}1#ITEM#i${at}`,
      GSI1PK: `ORDER#o${at}1`,
      GSI1SK: `ITEM#i${at}`,
      orderId: `o${at}1`,
      itemId: `i${at}`,
    }),
  ])

  it('by the words in keys, with slots named after attributes with the same values', () => {
    const model = guessModel(tableOf(['PK', 'SK'], [['GSI1PK', 'GSI1SK']]), shop)
    expect(model.typeAttribute).toBeUndefined()
    expect(model.entities.map(show)).toEqual([
      {
        name: 'Order',
        PK: 'CUSTOMER#{customer}',
        SK: '#ORDER#{orderId}',
        GSI1PK: 'ORDER#{orderId}',
        GSI1SK: 'ORDER#{orderId}',
      },
      { name: 'Customer', PK: 'CUSTOMER#{username}', SK: 'CUSTOMER#{username}' },
      { name: 'Customeremail', PK: 'CUSTOMEREMAIL#{customeremail}', SK: 'CUSTOMEREMAIL#{customeremail}' },
      {
        name: 'OrderItem',
        PK: 'ORDER#{orderId}#ITEM#{itemId}',
        SK: 'ORDER#{orderId}#ITEM#{itemId}',
        GSI1PK: 'ORDER#{orderId}',
        GSI1SK: 'ITEM#{itemId}',
      },
    ])
    expect(model.entities.map(({ indexes }) => indexes)).toEqual([['GSI1'], [], [], ['GSI1']])
    expect(model.entities[0]?.attributes).toEqual(['orderId', 'status'])
  })

  it.each(['_type', 'entity', '__typename', 'EntityType', '_et', 'type'])(
    'by an attribute called %s',
    (name) => {
      const typed = shop.map((item) => ({
        ...item,
        [name]: { S: item['SK']?.['S']?.toString().includes('ORDER') ? 'Order' : 'Person' },
      }))
      const model = guessModel(tableOf(['PK', 'SK']), typed)
      expect(model.typeAttribute).toBe(name)
      expect(model.entities.map((entity) => entity.name)).toEqual(['Order', 'Person'])
      expect(model.entities[0]?.attributes).not.toContain(name)
    },
  )

  it('not by an attribute that describes the kind of a thing', () => {
    const items = ['checking', 'savings', 'checking'].map((type, id) => itemOf({ id: `${id}4711`, type }))
    const model = guessModel(tableOf(['id']), items)
    expect(model.typeAttribute).toBeUndefined()
    expect(model.entities.map(show)).toEqual([{ name: 'Thing', id: '{id}' }])
  })

  it.each([
    [':', 'user:1', 'order:2'],
    ['|', 'user|1', 'order|2'],
    ['/', 'user/1', 'order/2'],
  ])('with keys joined by %s', (separator, pk, sk) => {
    const items = [0, 1, 2, 3].map((number) => itemOf({ pk: `${pk}${number}`, sk: `${sk}${number}` }))
    expect(guessModel(tableOf(['pk', 'sk']), items).entities.map(show)).toEqual([
      { name: 'Order', pk: `user${separator}{userId}`, sk: `order${separator}{orderId}` },
    ])
  })

  it('with dates as values, not split at their colons', () => {
    const items = [1, 2, 3].map((day) => itemOf({ device: 'd#1234', at: `2020-04-0${day}T14:40:00` }))
    expect(guessModel(tableOf(['device', 'at']), items).entities.map(show)).toEqual([
      { name: 'D', device: 'd#{dId}', at: '{at}' },
    ])
  })

  it('for keys that are numbers, bytes or plain text', () => {
    const items = [
      { id: { N: '1' }, at: { B: 'AAEC' }, name: { S: 'x' } },
      { id: { N: '2' }, at: { B: 'AAED' }, name: { S: 'y' } },
    ]
    const model = guessModel(tableOf(['id', 'at'], [['name']], { id: 'N', at: 'B' }), items)
    expect(model.entities[0]).toMatchObject({
      name: 'Thing',
      indexes: ['GSI1'],
      attributes: ['id', 'at', 'name'],
    })
  })

  it('from nothing at all', () => {
    expect(guessModel(tableOf(['PK', 'SK']), [])).toMatchObject({ entities: [], source: 'guessed' })
  })

  it('with different names for two kinds that would have the same one', () => {
    const items = [
      ...[1, 2].map((id) => itemOf({ PK: `ORG#${id}`, SK: `ADDRESS#${id}` })),
      ...[1, 2].map((id) => itemOf({ PK: `USER#${id}`, SK: `ADDRESS#${id}` })),
    ]
    expect(guessModel(tableOf(['PK', 'SK']), items).entities.map(({ name }) => name)).toEqual([
      'Address',
      'UserAddress',
    ])
  })

  it('from malicious names and values', () => {
    const hostile = JSON.parse(
      `{"__proto__":{"S":"a#b"},"constructor":{"S":"x"},"PK":{"S":"${'#'.repeat(1_000)}"},"odd":null}`,
    )
    const model = guessModel(tableOf(['__proto__', 'PK']), [hostile, hostile, {}])
    expect(Object.keys(model.entities[0]?.templates ?? {})).toContain('__proto__')
  })
})

// As in tests/model/outputs/workbench-files.test.ts.
const models = process.env['WORKBENCH_MODELS'] ?? join(import.meta.dirname, '../../../../../shared/models')

describe.skipIf(!existsSync(models))('real files of NoSQL Workbench', () => {
  const files = existsSync(models) ? readdirSync(models).filter((name) => name.endsWith('.json')) : []

  it.each(files)('%s: each item has an entity, and its keys have templates', (file) => {
    const { DataModel } = JSON.parse(readFileSync(join(models, file), 'utf8')) as { DataModel: NoSqlTable[] }
    for (const table of DataModel) {
      const { PartitionKey, SortKey } = table.KeyAttributes
      const names = [PartitionKey, ...(SortKey ? [SortKey] : [])]
      const data = [
        ...(table.TableData ?? []),
        ...(table.TableFacets ?? []).flatMap((facet) => facet.TableData ?? []),
      ]
      const types = Object.fromEntries(
        names.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
      )
      const model = guessModel(
        tableOf(
          names.map(({ AttributeName }) => AttributeName),
          [],
          types,
        ),
        data,
      )
      expect(model.entities.length).toBeGreaterThanOrEqual(data.length > 0 ? 1 : 0)
      for (const { templates } of model.entities) {
        expect(Object.keys(templates)).toContain(PartitionKey.AttributeName)
      }
    }
  })
})

interface NoSqlTable {
  readonly TableName: string
  readonly KeyAttributes: { readonly PartitionKey: NoSqlKey; readonly SortKey?: NoSqlKey }
  readonly TableData?: WireItem[]
  readonly TableFacets?: { readonly TableData?: WireItem[] }[]
}

interface NoSqlKey {
  readonly AttributeName: string
  readonly AttributeType: 'S' | 'N' | 'B'
}
