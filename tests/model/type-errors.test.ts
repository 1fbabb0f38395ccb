import { expect, it } from 'vitest'
import { compileProgram } from './type-cost.ts'

const model = `import { shape, table } from '@monotable/model'
import { within } from '@monotable/model/collections'
import { periods, shards } from '@monotable/model/distribution'
import { form } from '@monotable/model/forms'
import { relations } from '@monotable/model/relations'
const app = table('App', { relations, key: { pk: 'PK', sk: 'SK' }, indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' }, keys: { pk: 'GSI2PK', projection: 'KEYS_ONLY' } } })
interface Shape { id: string; owner: string; status: 'open' | 'closed'; count: number; createdAt: Date; nick?: string }
const Task = app.entity('Task', {
  schema: shape<Shape>(),
  key: { pk: 'OWNER#{owner}', sk: 'TASK#{id}' },
  index: { GSI1: { pk: 'STATUS#{status}', sk: '{createdAt:iso}', partial: 'require' }, keys: { pk: 'OWNER#{owner}' } },
  stored: { createdAt: 'date' },
})
const Sale = app.entity('Sale', { schema: shape<{ land: string; city: string; store: string; day: string }>(), key: { pk: '{land}', sk: '{city}#{store}#{day}' } })
export const db = app.connect({ send: async () => ({}) }, { entities: { Task, Sale }, patterns: { open: Task.query('GSI1'), keys: Task.query('keys'), sales: Sale.query('primary') } })
const base = { schema: shape<{ id: string; at?: Date }>(), key: { pk: '{id}', sk: 'A' }, stored: { at: 'epoch' } } as const
const plain = table('Plain', { key: { pk: 'PK', sk: 'SK' } })
const counted = { entity: Task, by: { owner: 'id', id: 'id' } } as const
const key = { owner: 'o', id: 'i' }
const halved = form('halved', { encode: (n: number) => n / 2, decode: (n) => n * 2 })
const Halved = app.entity('H', { ...base, schema: shape<{ id: string; n: number; at?: Date }>(), stored: { at: 'date', n: halved } })
void [base, key, counted, plain, Halved]
`

const cases: readonly [name: string, line: string, message: string][] = [
  [
    'a wrong attribute in a template',
    "app.entity('A', { ...base, key: { pk: 'A#{idd}', sk: 'B' } })",
    'NoAttribute<"idd">',
  ],
  [
    'a wrong attribute in an index',
    "app.entity('A', { ...base, index: { GSI1: { pk: 'A#{id}', sk: '{foo}' } } })",
    'NoAttribute<"foo">',
  ],
  [
    'a number in a sort key without an encoding',
    "app.entity('A', { schema: shape<{ id: string; line: number }>(), key: { pk: '{id}', sk: 'LINE#{line}' } })",
    'NumberWithoutEncoding<"line">',
  ],
  [
    'a number in the sort key of an index without an encoding',
    "app.entity('A', { schema: shape<{ id: string; n?: bigint }>(), key: { pk: '{id}', sk: 'A' }, index: { GSI1: { pk: 'A', sk: '{n:desc}' } }, stored: { n: 'bigint' } })",
    'NumberWithoutEncoding<"n">',
  ],
  [
    'an unknown index',
    "app.entity('A', { ...base, index: { GSI2: { pk: 'A#{id}', sk: 'B' } } })",
    '\'no index\': "GSI2"',
  ],
  [
    'a Date without a stored form',
    "app.entity('A', { schema: base.schema, key: base.key })",
    "'stored' is missing",
  ],
  [
    'an option of an entity that is none',
    "app.entity('A', { ...base, indexes: { GSI1: { pk: 'A#{id}', sk: 'B' } } })",
    'NoOption<"indexes">',
  ],
  [
    'an option of an index that is none',
    "app.entity('A', { ...base, index: { GSI1: { pk: 'A#{id}', sk: 'B', wen: { id: '1' } } } })",
    'NoOption<"wen">',
  ],
  [
    'an option of a table that is none',
    "table('Other', { key: { pk: 'PK' }, index: { GSI1: { pk: 'A' } } })",
    'NoOption<"index">',
  ],
  [
    'a time to live of an attribute that is none',
    "app.entity('A', { ...base, ttl: 'att' })",
    'NoAttribute<"att">',
  ],
  [
    'a time to live of what is no Date',
    "app.entity('A', { ...base, ttl: { attribute: 'id', after: { days: 1 } } })",
    '\'must be a Date\': "id"',
  ],
  [
    'a shard of an attribute that is none',
    "app.entity('A', { ...base, key: { pk: '{id}#{shard}', sk: 'A' }, shard: shards({ by: 'hash(idd)', count: 2 }) })",
    'NoAttribute<"idd">',
  ],
  [
    'a slot for shards without shards',
    "app.entity('A', { ...base, key: { pk: '{id}#{shard}', sk: 'A' } })",
    'NoAttribute<"shard">',
  ],
  [
    'a period of an attribute that is none',
    "table('E', { key: { pk: 'PK' }, periods: periods('day') }).entity('A', { schema: base.schema, key: { pk: '{id}' }, stored: base.stored, period: 'on' })",
    'NoAttribute<"on">',
  ],
  ['a wrong attribute in an update', 'db.Task.update(key, { cuont: 1 })', "'cuont' does not exist"],
  ['a part of the key in an update', "db.Task.update(key, { id: 'x' })", "'id' does not exist"],
  [
    'a wrong enum value',
    "db.Task.update(key, (t, { set }) => set(t.status, 'opne'))",
    '\'"opne"\' is not assignable',
  ],
  [
    'a wrong enum value in create',
    "db.Task.create({ ...key, status: 'opne', count: 1, createdAt: new Date(0) })",
    '\'"opne"\' is not assignable to type \'"closed" | "open"\'',
  ],
  ['a missing key part', "db.Task.get({ owner: 'o' })", "'id' is missing"],
  ['adding to text', 'db.Task.update(key, (t, { add }) => add(t.status, 1))', 'is not assignable to'],
  ['a half of what a key needs', "db.Task.update(key, { status: 'open' })", 'createdAt'],
  ['a wrong argument of a pattern', "db.q.open({ state: 'open' })", "'state' does not exist"],
  [
    'a range over another type',
    "db.q.open({ status: 'open', createdAt: { gte: 5 } })",
    "'number' is not assignable to type 'Date'",
  ],
  [
    'a part of a sort key without the one before it',
    "db.q.sales({ land: 'l', store: 's' })",
    "Property 'city' is missing in type '{ land: string; store: string; }'",
  ],
  [
    'a part of a sort key without the one right before it',
    "db.q.sales({ land: 'l', city: 'c', day: 'd' })",
    "Property 'store' is missing in type '{ land: string; city: string; day: string; }'",
  ],
  [
    'a part of a sort key after a range',
    "db.q.sales({ land: 'l', city: { begins: 'c' }, store: 's' })",
    "Type '{ begins: string; }' is not assignable to type 'string'",
  ],
  [
    'a collection within what is no attribute',
    "app.collect('primary', { sales: Sale.many() }, { within: within('ctiy') })",
    'NoAttribute<"ctiy">',
  ],
  [
    'a selection of no attribute',
    "Task.query('GSI1', { select: ['statsu'] })",
    '\'"statsu"\' is not assignable to type',
  ],
  [
    'a selection of no attribute by a call',
    "db.q.open({ status: 'open' }).select(['statsu'])",
    '\'"statsu"\' is not assignable to type',
  ],
  ['a selection of no attribute by get', "db.Task.get(key, { select: ['statsu'] })", '"statsu"'],
  [
    'a time that the schema has as well',
    "app.entity('A', { ...base, timestamps: { created: 'at' } })",
    'is in the schema, which must leave it to the model',
  ],
  [
    'an index that an entity is not in',
    "app.entity('A', base).query('GSI1')",
    '\'"GSI1"\' is not assignable to parameter of type \'"primary"\'',
  ],
  [
    'an index that there is not',
    "Task.query('GSI2')",
    '\'"GSI2"\' is not assignable to parameter of type \'"GSI1" | "keys" | "primary"\'',
  ],
  [
    'a wrong attribute in what is unique',
    "app.entity('A', { ...base, unique: { mail: 'MAIL#{mail}' } })",
    'NoAttribute<"mail">',
  ],
  [
    'a relation in a table without relations',
    "plain.entity('A', { ...base, unique: { id: 'ID#{id}' } })",
    'needs relations of @monotable/model/relations',
  ],
  ['a wrong attribute in a limit', "app.entity('A', { ...base, limit: { tags: 3 } })", 'NoAttribute<"tags">'],
  [
    'a parent whose key cannot be made',
    "app.entity('A', { ...base, belongsTo: { task: { entity: Task } } })",
    'NoAttribute<"owner">',
  ],
  [
    'an option of a parent that is none',
    "app.entity('A', { ...base, belongsTo: { task: { ...counted, mustExists: true } } })",
    'NoOption<"mustExists">',
  ],
  [
    'a wrong attribute for a part of the key of a parent',
    "app.entity('A', { ...base, belongsTo: { task: { entity: Task, by: { owner: 'ownr', id: 'id' } } } })",
    'NoAttribute<"ownr">',
  ],
  [
    'a wrong part of the key of a parent',
    "app.entity('A', { ...base, belongsTo: { task: { ...counted, by: { ...counted.by, ownr: 'id' } } } })",
    'NoAttribute<"ownr">',
  ],
  [
    'an option of copies that is none',
    "app.entity('A', { ...base, copies: { it: { to: Halved, attributes: [], vai: 'stream' } } })",
    'NoOption<"vai">',
  ],
  [
    'an option of a marker that is none',
    "app.entity('A', { ...base, unique: { id: { pk: 'ID#{id}', sort: 'ID' } } })",
    'NoOption<"sort">',
  ],
  [
    'an option of a time to live that is none',
    "app.entity('A', { ...base, ttl: { attribute: 'at', aftr: { days: 1 } } })",
    'NoOption<"aftr">',
  ],
  [
    'an option of an index of a table that is none',
    "table('Other', { key: { pk: 'PK' }, indexes: { GSI1: { pk: 'A', sort: 'B' } } })",
    'NoOption<"sort">',
  ],
  [
    'two lower bounds',
    "db.q.open({ status: 'open', createdAt: { gt: new Date(), gte: new Date() } })",
    "'Date' is not assignable to type 'undefined'",
  ],
  [
    'a counter that the parent does not have',
    "app.entity('A', { ...base, belongsTo: { task: { ...counted, count: 'children' } } })",
    'NoAttribute<"children">',
  ],
  [
    'a counter that is no number',
    "app.entity('A', { ...base, belongsTo: { task: { ...counted, count: 'status' } } })",
    '\'must be a number\': "status"',
  ],
  [
    'an index of items with a value that none can have',
    "app.entity('A', { ...base, schema: shape<Shape>(), stored: { createdAt: 'date' }, index: { GSI1: { pk: 'A', sk: 'B', when: { status: ['open', 'clsd'] } } } })",
    "'must be one of'",
  ],
  [
    'an index of items without what all have',
    "app.entity('A', { ...base, index: { GSI1: { pk: 'A', sk: 'B', when: { id: undefined } } } })",
    "Type 'undefined' is not assignable",
  ],
  [
    'a stored form of what needs none',
    "app.entity('A', { ...base, stored: { at: 'date', id: 'date' } })",
    '\'must be a Date, a bigint or a Set\': "date"',
  ],
  [
    'a form of its own for another type',
    "app.entity('A', { ...base, stored: { at: 'date', id: halved } })",
    "Type 'FormOf<number>' is not assignable to type 'FormOf<string>'",
  ],
  [
    'an order of what is stored in a form of its own',
    "Halved.query('primary', { filter: (one, { lt }) => lt(one.n, 1) })",
    "'WholePath<number>' is not assignable to parameter of type 'OpenPath<number>'",
  ],
  [
    'a copy of what the parent does not have',
    "app.entity('A', { ...base, belongsTo: { task: { ...counted, count: 'count', copy: { id: 'nam' } } } })",
    'NoAttribute<"nam">',
  ],
  [
    'copies that are made of what the entity does not have',
    "app.entity('A', { ...base, copies: { it: { to: Halved, attributes: ['id'], items: ({ idd }: { idd: string }) => [{ id: idd, n: 1 }] } } })",
    "Property 'idd' is missing in type '{ id: string; at?: Date; }'",
  ],
  [
    'copies that are not what they are copied to',
    "app.entity('A', { ...base, copies: { it: { to: Halved, attributes: ['id'], items: ({ id }: { id: string }) => [{ id, m: 1 }] } } })",
    "Property 'n' is missing in type '{ id: string; m: number; }'",
  ],
  [
    'a sequence of no attribute',
    "app.entity('A', { ...base, sequence: { no: { key: 'COUNTER' } } })",
    'NoAttribute<"no">',
  ],
  [
    'an item of an index that holds no attribute of its key',
    "db.q.keys({ owner: 'o' }).list().then((all) => all.map((one) => db.Task.remove(one)))",
    `Type '{}' is missing the following properties from type 'KeyValues<Shape, "id" | "owner">': id, owner`,
  ],
  [
    'a copy of no attribute',
    "app.entity('A', { ...base, copies: { it: { to: Task, attributes: ['status'] } } })",
    'NoAttribute<"owner" | "status">',
  ],
]

it('each mistake is named in a short message', () => {
  const lines = cases.map(([, line]) => `void (${line})`)
  const { errors } = compileProgram(model + lines.join('\n'))
  const first = model.split('\n').length
  const found = new Map<number, string>()
  let at = 0
  for (const error of errors) {
    at = Number(/^program\.ts\((\d+),/.exec(error)?.[1] ?? at)
    found.set(at, `${found.get(at) ?? ''}${error}\n`)
  }
  for (const [place, [name, , message]] of cases.entries()) {
    expect(found.get(first + place), name).toContain(message)
    expect(found.get(first + place)?.length, name).toBeLessThan(1_200)
  }
})
