import { createTableInput, type InputOf, type ItemOf, table } from '@monotable/model'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { backends, type OpenBackend } from './backends.ts'

/*
 * Schemas of zod and valibot as they come: nested objects, defaults, transforms, records, unions, Dates, Sets, bigints.
 * The types of items are those of the schemas.
 */

const app = table('Schemas', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byMail: { pk: 'G1PK', sk: 'G1SK' } },
})

const ZodAddress = z.object({ street: z.string(), city: z.string() })
const ZodPayment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), last4: z.string().length(4) }),
  z.object({ kind: z.literal('invoice'), days: z.number().int() }),
])
const ZodUser = app.entity('ZodUser', {
  schema: z.object({
    id: z.string().min(1),
    email: z.email().transform((text) => text.toLowerCase()),
    visits: z.number().int().default(0),
    credit: z.bigint(),
    since: z.date(),
    tags: z.set(z.string()).default(new Set()),
    addresses: z.record(z.string(), ZodAddress).default({}),
    payment: ZodPayment.optional(),
    lines: z.array(z.object({ sku: z.string(), at: z.date() })).optional(),
    nickname: z.string().nullable().optional(),
  }),
  key: { pk: 'ZOD#{id}', sk: 'ZOD#{id}' },
  index: { byMail: { pk: 'MAIL#{email}', sk: 'ZOD' } },
  stored: { credit: 'bigint', since: 'date', tags: 'set', 'lines[].at': 'epochMs' },
})

const ValibotUser = app.entity('ValibotUser', {
  schema: v.object({
    id: v.pipe(v.string(), v.minLength(1)),
    email: v.pipe(v.string(), v.email(), v.toLowerCase()),
    visits: v.optional(v.pipe(v.number(), v.integer()), 0),
    credit: v.bigint(),
    since: v.date(),
    tags: v.optional(v.set(v.string()), () => new Set<string>()),
    addresses: v.optional(
      v.record(v.string(), v.object({ street: v.string(), city: v.string() })),
      () => ({}),
    ),
    payment: v.optional(
      v.variant('kind', [
        v.object({ kind: v.literal('card'), last4: v.pipe(v.string(), v.length(4)) }),
        v.object({ kind: v.literal('invoice'), days: v.pipe(v.number(), v.integer()) }),
      ]),
    ),
    lines: v.optional(v.array(v.object({ sku: v.string(), at: v.date() }))),
    nickname: v.optional(v.nullable(v.string())),
  }),
  key: { pk: 'VALIBOT#{id}', sk: 'VALIBOT#{id}' },
  index: { byMail: { pk: 'MAIL#{email}', sk: 'VALIBOT' } },
  stored: { credit: 'bigint', since: 'date', tags: 'set', 'lines[].at': 'epochMs' },
})

it('types are those of the schemas', () => {
  type Item = ItemOf<typeof ZodUser>
  expectTypeOf<Item['visits']>().toEqualTypeOf<number>()
  expectTypeOf<Item['credit']>().toEqualTypeOf<bigint>()
  expectTypeOf<Item['tags']>().toEqualTypeOf<Set<string>>()
  expectTypeOf<Item['addresses']>().toEqualTypeOf<Record<string, { street: string; city: string }>>()
  expectTypeOf<InputOf<typeof ZodUser>['visits']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<NonNullable<Item['payment']>['kind']>().toEqualTypeOf<'card' | 'invoice'>()
  expectTypeOf<ItemOf<typeof ValibotUser>['visits']>().toEqualTypeOf<number>()
  expectTypeOf<InputOf<typeof ValibotUser>['visits']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<ItemOf<typeof ValibotUser>['credit']>().toEqualTypeOf<bigint>()
})

describe.each(backends)('schemas, $name', (backend) => {
  let open: OpenBackend
  const connect = () => {
    return app.connect(open.client, {
      entities: { ZodUser, ValibotUser },
      patterns: { zodByMail: ZodUser.query('byMail'), valibotByMail: ValibotUser.query('byMail') },
    })
  }
  let db: ReturnType<typeof connect>
  beforeAll(async () => {
    open = await backend.open()
    await open.db.send('CreateTable', createTableInput(app))
    db = connect()
  })
  afterAll(() => open.close())

  const since = new Date('2020-02-03T04:05:06.007Z')
  const input = { id: '1', email: 'Ada@Example.com', credit: 12345678901234567890123n, since }
  const item = { ...input, email: 'ada@example.com', visits: 0, tags: new Set<string>(), addresses: {} }

  describe.each(['ZodUser', 'ValibotUser'] as const)('%s', (name) => {
    // Both have the same types, except for optional attributes.
    const verbs = () => db[name] as typeof db.ZodUser

    it('defaults are filled in, and transforms determine stored values and keys', async () => {
      expect(await verbs().create(input)).toEqual(item)
      expect(await verbs().get({ id: '1' })).toEqual(item)
      const call = name === 'ZodUser' ? db.q.zodByMail : db.q.valibotByMail
      expect((await call({ email: 'ada@example.com' })).items).toEqual([item])
    })

    it('everything that a schema can describe comes back unchanged', async () => {
      const full = {
        ...item,
        id: '2',
        visits: 3,
        tags: new Set(['a', 'b']),
        addresses: { Home: { street: '1 Main St', city: 'Omaha' } },
        payment: { kind: 'card', last4: '1234' } as const,
        lines: [{ sku: 'x', at: new Date(1_600_000_000_123) }],
        nickname: null,
      }
      await verbs().put(full)
      expect(await verbs().get({ id: '2' }, { consistent: true })).toEqual(full)
    })

    it('an invalid item is refused before anything is sent, with the path', async () => {
      const wrong = { ...input, id: '3', email: 'nobody', payment: { kind: 'card', last4: '12' } as const }
      const refusal = await verbs()
        .create(wrong)
        .send()
        .catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 'INVALID', details: { entity: name } })
      const { issues } = (refusal as { details: { issues: { path: string }[] } }).details
      expect(issues.map(({ path }) => path).sort()).toEqual(['email', 'payment.last4'])
      expect(await verbs().get({ id: '3' }, { consistent: true })).toBeUndefined()
    })

    it('values set by an update are checked and transformed', async () => {
      const updated = await verbs().update({ id: '1' }, { email: 'New@Example.com' })
      expect(updated.email).toBe('new@example.com')
      const call = name === 'ZodUser' ? db.q.zodByMail : db.q.valibotByMail
      expect((await call({ email: 'new@example.com' })).items).toHaveLength(1)
      const refused = verbs().update({ id: '1' }, { visits: 1.5 })
      await expect(refused.send()).rejects.toMatchObject({
        code: 'INVALID',
        details: { entity: name, issues: [{ path: 'visits' }] },
      })
      // Input from the network, for example: `create` would have dropped the extra attribute.
      const stranger = verbs().update({ id: '1' }, { visits: 2, isAdmin: true } as { visits: number })
      await expect(stranger.send()).rejects.toThrow(`${name} is invalid: isAdmin: there is no such attribute`)
      const nested = await verbs().update({ id: '1' }, (user, { set, at, add, include }) => [
        set(at(user.addresses, 'Work'), { street: '2', city: 'Kearney' }),
        add(user.credit, 1n),
        include(user.tags, 'vip'),
      ])
      expect(nested).toMatchObject({
        addresses: { Work: { city: 'Kearney' } },
        credit: 12345678901234567890124n,
        tags: new Set(['vip']),
      })
    })
  })
})
