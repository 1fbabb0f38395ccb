import { describe, expect, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import { computed } from '../computed/computed.ts'
import { periods } from '../distribution/periods.ts'
import { replicas } from '../distribution/shards.ts'
import { isModelError } from '../model-error.ts'
import { table } from '../table.ts'
import { relations } from './relations.ts'

/* What relations send, and what they refuse. */

const app = table('App', { key: { pk: 'PK', sk: 'SK' }, relations })
const User = app.entity('User', {
  schema: shape<{ user: string; email?: string; orders?: number; tags?: ReadonlySet<string> }>(),
  key: { pk: 'USER#{user}', sk: 'USER' },
  unique: { email: 'EMAIL#{email}' },
  limit: { tags: 2 },
})
const Order = app.entity('Order', {
  schema: shape<{ user: string; id: string; total: number }>(),
  key: { pk: 'USER#{user}', sk: 'ORDER#{id}' },
  belongsTo: { user: { entity: User, mustExist: true, count: 'orders' } },
})
const entities = { User, Order }
const idle = app.connect({ send: async () => ({}) }, { entities, clock: { now: () => 0 } })
const TableName = 'App'
const ReturnValuesOnConditionCheckFailure = 'ALL_OLD'

/** Creates a database that returns or throws given answers in order, and records what it was sent. */
function scripted(answers: readonly unknown[]) {
  const sent: { readonly operation: string; readonly input: object }[] = []
  const waits: number[] = []
  const port = {
    send: async (operation: string, input: object) => {
      const answer = answers[sent.length]
      sent.push({ operation, input })
      if (answer instanceof Error) throw answer
      return answer ?? {}
    },
  }
  const sleep = async (delayMs: number) => void waits.push(delayMs)
  const db = app.connect(port, { entities, clock: { now: () => 0 }, random: { next: () => 0.5 }, sleep })
  return { db, sent, waits }
}

function refusal(name: string, fields: object = {}): Error {
  return Object.assign(new Error(name), { name, ...fields })
}

function cancelled(...codes: readonly string[]): Error {
  return refusal('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) })
}

describe('the request', () => {
  it('of a create with a unique attribute: the item and its marker, if neither exists', () => {
    const key = { PK: { S: 'USER#u' }, SK: { S: 'USER' } }
    const absent = {
      TableName,
      ConditionExpression: 'attribute_not_exists(#PK)',
      ReturnValuesOnConditionCheckFailure,
      ExpressionAttributeNames: { '#PK': 'PK' },
    }
    const marker = { PK: { S: 'EMAIL#e' }, SK: { S: 'EMAIL#e' }, _type: { S: 'unique:User.email' } }
    expect(idle.User.create({ user: 'u', email: 'e' }).params()).toEqual({
      operation: 'TransactWriteItems',
      input: {
        TransactItems: [
          { Put: { Item: { user: { S: 'u' }, email: { S: 'e' }, _type: { S: 'User' }, ...key }, ...absent } },
          { Put: { Item: { ...marker, _owner: { M: key } }, ...absent } },
        ],
      },
    })
  })

  it('of a create with a counted parent: the count goes up if the parent exists, in one action', () => {
    const { input } = idle.Order.create({ user: 'u', id: '1', total: 5 }).params()
    expect((input as { TransactItems: unknown[] }).TransactItems.slice(1)).toEqual([
      {
        Update: {
          TableName,
          Key: { PK: { S: 'USER#u' }, SK: { S: 'USER' } },
          UpdateExpression: 'REMOVE #_recount ADD #orders :v0',
          ConditionExpression: 'attribute_exists(#PK)',
          ReturnValuesOnConditionCheckFailure,
          ExpressionAttributeNames: { '#orders': 'orders', '#_recount': '_recount', '#PK': 'PK' },
          ExpressionAttributeValues: { ':v0': { N: '1' } },
        },
      },
    ])
  })

  it('of a create with a counted parent that has a version and times: neither changes', () => {
    const Parent = app.entity('Parent', {
      schema: shape<{ id: string; children?: number }>(),
      key: { pk: 'PARENT#{id}', sk: 'PARENT' },
      version: true,
      timestamps: true,
    })
    const Child = app.entity('Child', {
      schema: shape<{ id: string; own: string }>(),
      key: { pk: 'PARENT#{id}', sk: 'CHILD#{own}' },
      belongsTo: { parent: { entity: Parent, mustExist: true, count: 'children' } },
    })
    const family = app.connect({ send: async () => ({}) }, { entities: { Parent, Child } })
    const { input } = family.Child.create({ id: '1', own: 'a' }).params()
    const expressions = JSON.stringify(input).match(/"UpdateExpression":"[^"]*"/g)
    expect(expressions).toEqual(['"UpdateExpression":"REMOVE #_recount ADD #children :v0"'])
  })

  it('of an update that nothing depends on: one UpdateItem; of any other: a read first', () => {
    expect(idle.Order.update({ user: 'u', id: '1' }, { total: 6 }).params().operation).toBe('UpdateItem')
    expect(idle.User.update({ user: 'u' }, { email: 'f' }).params()).toEqual({
      operation: 'GetItem',
      input: { TableName, Key: { PK: { S: 'USER#u' }, SK: { S: 'USER' } }, ConsistentRead: true },
    })
  })

  it('of an update that may make a set too large: a condition on its size', () => {
    const { input } = idle.User.update({ user: 'u' }, (one, { include }) => include(one.tags, 'a')).params()
    expect((input as { ConditionExpression: string }).ConditionExpression).toBe(
      'attribute_exists(#PK) AND (attribute_not_exists(#tags) OR size(#tags) <= :v1 OR contains(#tags, :v2))',
    )
  })
})

describe('refused before anything is sent', () => {
  it('more actions than a transaction holds, with the alternative', () => {
    const orders = Array.from({ length: 100 }, (_, at) =>
      idle.Order.create({ user: 'u', id: String(at), total: 1 }),
    )
    const transaction = idle.transact(orders)
    expect(() => transaction.params()).toThrow(/101 items .* takes 100; .*via: 'stream'/)
  })

  it('a count of items that expire, and a copy without a count', () => {
    const config = { schema: shape<{ user: string; until?: Date }>(), key: { pk: 'A#{user}', sk: 'A' } }
    const counted = { user: { entity: User, count: 'orders' } } as const
    expect(() => app.entity('A', { ...config, ttl: 'until', belongsTo: counted })).toThrow("via: 'stream'")
    const copied = { user: { entity: User, copy: { user: 'user' } } } as const
    expect(() => app.entity('A', { ...config, stored: { until: 'date' }, belongsTo: copied })).toThrow(
      'needs user.count',
    )
  })

  it('copies that would outlive an expired item, and prevent it from being stored again', () => {
    const config = {
      schema: shape<{ user: string; mail?: string; until?: Date }>(),
      key: { pk: 'A#{user}', sk: 'A' },
      ttl: 'until',
    } as const
    const schema = shape<{ mail: string; until?: Date }>()
    const key = { pk: 'MAIL#{mail}', sk: 'MAIL' } as const
    const Mail = app.entity('Mail', { schema, key, stored: { until: 'date' } })
    const Expiring = app.entity('Expiring', { schema, key, ttl: 'until' })
    const declare = (copy: object) => () => app.entity('A', { ...config, copies: { mail: copy } } as never)
    expect(declare({ to: Mail, attributes: ['mail', 'until'] })).toThrow(
      'Entity A: copies.mail would stay behind items that expire: let Mail expire',
    )
    expect(declare({ to: Expiring, attributes: ['mail'] })).toThrow('by an attribute that is copied')
    expect(declare({ to: Expiring, attributes: ['mail', 'until'] })).not.toThrow()
    expect(declare({ to: Mail, attributes: ['mail'], via: 'stream' })).not.toThrow()
  })

  it('a copy that no update could change', () => {
    const config = { schema: shape<{ user: string; mail?: string }>(), key: { pk: 'A#{user}', sk: 'A' } }
    const belongsTo = { user: { entity: User, count: 'orders', copy: { mail: 'email' } } } as const
    expect(() => app.entity('A', { ...config, belongsTo, readOnly: ['mail'] })).toThrow(
      '"mail" follows its User, and cannot be read-only',
    )
  })

  it('what would depend on a copy, or on a value computed from one', () => {
    const schema = shape<{ user: string; id: string; mail?: string; mark?: string; other?: string }>()
    const config = {
      schema,
      key: { pk: 'USER#{user}', sk: 'A#{id}' },
      belongsTo: { user: { entity: User, count: 'orders', copy: { mail: 'email' } } },
      computed: computed({ mark: { from: ['mail'], by: ({ mail }: { mail: string }) => `<${mail}>` } }),
    } as const
    const A = app.entity('A', config)
    const Other = app.entity('Other', { schema, key: { pk: 'OTHER#{id}', sk: 'OTHER' } })
    const follows = (name: string) => `cannot go by "${name}", which follows a parent's attribute`
    expect(() => app.entity('B', { ...config, unique: { mark: 'MARK#{mark}' } })).toThrow(
      `Entity B: unique.mark ${follows('mark')}`,
    )
    const copies = { other: { to: Other, attributes: ['mail'] } } as const
    expect(() => app.entity('B', { ...config, copies })).toThrow(`copies.other ${follows('mail')}`)
    const byMail = { entity: User, by: { user: 'mail' }, mustExist: true } as const
    expect(() => app.entity('B', { ...config, belongsTo: { ...config.belongsTo, byMail } })).toThrow(
      `byMail ${follows('mail')}`,
    )
    // The stream notices such changes.
    const byStream = { entity: User, by: { user: 'mail' }, count: 'orders', via: 'stream' } as const
    app.entity('B', { ...config, belongsTo: { ...config.belongsTo, byStream } })
    const a = { entity: A, count: 'count', copy: { other: 'mail' } } as const
    const below = { schema, key: { pk: 'USER#{user}#{id}', sk: 'B' } } as const
    expect(() => app.entity('B', { ...below, belongsTo: { a } } as never)).toThrow(
      `a.copy ${follows('mail')}`,
    )
    // What the stream writes, the stream also notices.
    app.entity('B', { ...below, belongsTo: { a: { ...a, via: 'stream' } } } as never)
  })

  it('relations in a table without them', () => {
    const plain = table('Plain', { key: { pk: 'PK' } })
    const declaration = { schema: shape<{ id: string }>(), key: { pk: 'A#{id}' }, unique: { id: 'ID#{id}' } }
    expect(() => plain.entity('A', declaration as never)).toThrow(
      '"unique" needs relations, of @monotable/model/relations, in the table Plain',
    )
  })

  it('in a batch, writes that change other items as well', () => {
    expect(() => idle.batch.write([idle.User.put({ user: 'u' })]).params()).toThrow('batch')
  })
})

describe('a transaction that is refused temporarily', () => {
  it.each([
    ['by a conflict', cancelled('None', 'TransactionConflict')],
    ['by throttling', cancelled('ThrottlingError', 'None')],
    ['because it is under way', refusal('TransactionInProgressException')],
  ])('%s is sent again, with the same token', async (_, error) => {
    const { db, sent, waits } = scripted([error, {}])
    await db.User.create({ user: 'u', email: 'e' })
    const tokens = sent.map(({ input }) => (input as { ClientRequestToken: string }).ClientRequestToken)
    expect(sent.length).toBe(2)
    expect(tokens[0]).toBe(tokens[1])
    expect(waits.length).toBe(1)
  })

  it('for another reason is not', async () => {
    const { db, sent } = scripted([cancelled('None', 'ValidationError')])
    await expect(db.User.create({ user: 'u', email: 'e' }).send()).rejects.toThrow('TransactionCanceled')
    expect(sent.length).toBe(1)
  })
})

describe('a plan based on something that has changed', () => {
  const stored = (email: string) => ({
    Item: { PK: { S: 'USER#u' }, SK: { S: 'USER' }, user: { S: 'u' }, email: { S: email } },
  })
  const stale = refusal('TransactionCanceledException', {
    CancellationReasons: [
      { Code: 'ConditionalCheckFailed', ...stored('other') },
      { Code: 'None' },
      { Code: 'None' },
    ],
  })

  /** When a plan is repeated, the marker to give up is read first: it may belong to another item. */
  const noMarker = { Items: [] }

  it('is repeated with fresh reads', async () => {
    const { db, sent } = scripted([stored('old'), stale, stored('other'), noMarker, {}])
    await db.User.update({ user: 'u' }, { email: 'new' }, { returning: 'none' })
    expect(sent.map(({ operation }) => operation)).toEqual([
      'GetItem',
      'TransactWriteItems',
      'GetItem',
      'Query',
      'TransactWriteItems',
    ])
    expect(JSON.stringify(sent.at(-1)?.input)).toContain('EMAIL#other')
  })

  it('is given up after twenty attempts', async () => {
    const again = Array.from({ length: 30 }, () => [stored('old'), noMarker, stale])
    const { db, sent } = scripted([stored('old'), stale, ...again.flat()])
    const error = await db.User.update({ user: 'u' }, { email: 'new' })
      .send()
      .catch((reason: unknown) => reason)
    expect(isModelError(error, 'CONTENTION') && error.details).toEqual({ entity: 'User', attempts: 20 })
    expect(sent.length).toBe(2 + 19 * 3)
  })
})

describe('items in several places', () => {
  const schema = shape<{ user: string; id: string; name?: string; at: string; count?: number }>()
  const Spread = app.entity('Spread', {
    schema,
    key: { pk: 'SPREAD#{user}#{replica}', sk: 'SPREAD' },
    replicas: replicas(2),
  })
  const logs = table('Logs', { key: { pk: 'PK', sk: 'SK' }, periods: periods('month') })
  const Log = logs.entity('Log', { schema, key: { pk: 'LOG#{user}', sk: 'LOG' }, period: 'at' })
  const key = { pk: 'X#{id}', sk: 'X' }

  it.each([
    [
      { belongsTo: { to: { entity: Spread, count: 'count' as const } } },
      'to cannot lead to Spread, whose items are in replicas',
    ],
    [
      { belongsTo: { to: { entity: Log, mustExist: true } } },
      'to cannot lead to Log, whose items are in a table of each period',
    ],
    [{ sequence: { count: { of: Spread, counter: 'count' as const } } }, 'count cannot lead to Spread'],
    [{ copies: { to: { to: Spread, attributes: ['id' as const] } } }, 'to cannot lead to Spread'],
    [
      {
        key: { pk: 'X#{id}#{replica}', sk: 'X' },
        replicas: replicas(2),
        belongsTo: { user: { entity: User, count: 'orders' as const, copy: { name: 'email' as const } } },
      },
      'user.copy cannot follow into replicas',
    ],
  ])('cannot be the target of a relation: %#', (declared, message) => {
    expect(() => app.entity('X', { schema, key, ...declared } as never)).toThrow(`Entity X: ${message}`)
  })
})
