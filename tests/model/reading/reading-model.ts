import { model, shape, table } from '@monotable/model'
import { periods, shards } from '@monotable/model/distribution'
import { evolution } from '@monotable/model/evolution'
import { storedAs } from '@monotable/model/names'
import { SeededRandom } from '../../simulation/seeded-random.ts'

/* Models whose keys and places of items are drawn at random. All items have the same attributes. */

export type Row = { readonly [attribute: string]: unknown }

/** The kinds of the attributes: two texts, a number small enough to be padded, a date, a bigint, a boolean. */
export const kinds = { a: 'text', b: 'text', n: 'number', at: 'date', big: 'bigint', is: 'boolean' } as const
type Kind = (typeof kinds)[keyof typeof kinds]
export type Name = keyof typeof kinds

/** The ways to encode a value of each kind in a key. */
const encodings: { readonly [kind in Kind]: readonly string[] } = {
  text: ['', ':desc', ':lower', ':upper'],
  number: [':num', ':num:desc', ':pad4', ':pad4:desc'],
  date: ['', ':iso', ':iso:desc'],
  bigint: [':num', ':num:desc'],
  boolean: [''],
}

export interface ReadSlot {
  readonly name: Name
  readonly encoding: string
}

/** How a key is composed: a text, slots, and the text after each slot. */
export interface ReadKey {
  readonly pk: readonly ReadSlot[]
  readonly sk: readonly ReadSlot[]
  readonly pkText: string
  readonly skText: string
  /** Whether the partition is sharded. */
  readonly isSpread: boolean
  /** The text after the last slot of the sort key. */
  readonly end: string
}

export interface ReadEntity {
  readonly name: string
  readonly keys: { readonly [index: string]: ReadKey }
  /** The attributes that shards are computed from; if empty, the shard is random. */
  readonly hash: readonly Name[] | undefined
  readonly hasPeriods: boolean
  readonly isOld: boolean
  readonly when: boolean
}

/** Upgrades an item from the time before its entity had versions. */
export const upgraded = (item: Row): Row => ({ ...item, extra: `${item['extra']}!` })

/** Draws one to three entities, most of them sharing partitions. */
export function drawReading(seed: number): readonly ReadEntity[] {
  const random = new SeededRandom(seed)
  const slots = (most: number, but: readonly Name[] = []) =>
    random
      .shuffle((Object.keys(kinds) as Name[]).filter((name) => !but.includes(name)))
      .slice(0, random.below(most + 1))
      .map((name): ReadSlot => ({ name, encoding: random.pick(encodings[kinds[name]]) }))
  const hasPeriods = random.percent(20)
  const shared: { [index: string]: readonly ReadSlot[] } = {}
  for (const index of ['primary', 'one', 'two']) shared[index] = slots(2)
  return Array.from({ length: 1 + random.below(3) }, (_, at): ReadEntity => {
    const name = `E${at}`
    const spread = random.percent(40)
    const isDrawn = spread && random.percent(40)
    const keyOf = (index: string): ReadKey => {
      const pk = random.percent(80) ? (shared[index] as readonly ReadSlot[]) : slots(2)
      const sk = slots(3, random.percent(80) ? pk.map((slot) => slot.name) : [])
      const isPrimary = index === 'primary'
      const end = random.pick(['', '', '#', '#X'])
      return {
        pk,
        sk,
        pkText: index,
        // Items of one table need distinct keys. In an index several items may have the same key, but no key may be
        // empty.
        skText: isPrimary || end === '' || random.percent(50) ? `${name}#` : '',
        isSpread: spread && !(isPrimary && isDrawn) && random.percent(70),
        end,
      }
    }
    const keys: { [index: string]: ReadKey } = { primary: keyOf('primary') }
    for (const index of random.some(['one', 'two'], 60)) keys[index] = keyOf(index)
    const isUsed = Object.values(keys).some((key) => key.isSpread)
    const own = keys['primary'] as ReadKey
    const isExact = ({ encoding }: ReadSlot) => encoding !== ':lower' && encoding !== ':upper'
    const inKey = [...own.pk, ...own.sk].filter(isExact).map((slot) => slot.name)
    // Items with the same key are one item, so its shard must depend on nothing but the key.
    const hash = random
      .shuffle(own.isSpread ? inKey : (Object.keys(kinds) as Name[]))
      .slice(0, 1 + random.below(2))
    return {
      name,
      keys,
      hash: !isUsed ? undefined : isDrawn || hash.length === 0 ? [] : hash,
      hasPeriods,
      isOld: random.percent(30),
      when: random.percent(30),
    }
  }).filter(({ keys, hash }) => !(hash?.length === 0 && keys['primary']?.isSpread))
}

const written = (slots: readonly ReadSlot[]) => slots.map(({ name, encoding }) => `{${name}${encoding}}`)

function templateOf({ pk, sk, pkText, skText, isSpread, end }: ReadKey) {
  return {
    pk: [pkText, ...written(pk), ...(isSpread ? ['{shard}'] : [])].join('#'),
    sk: skText + (sk.length === 0 ? 'ONLY' : written(sk).join('#') + end),
  }
}

/** Builds the model from the drawn declarations; with `isOld`, as it was before its entities had versions. */
export function buildReading(drawn: readonly ReadEntity[], names: 'plain' | 'other', isOld = false) {
  const [first] = drawn
  const config = {
    key: { pk: 'PK', sk: 'SK' },
    indexes: {
      one: { pk: 'PK1', sk: 'SK1' },
      two: { pk: 'PK2', sk: 'SK2', projection: 'KEYS_ONLY' },
    },
    ttl: 'ttl',
  } as const
  const app = first?.hasPeriods
    ? table('Periods', { ...config, periods: periods('month', { since: '2026-01' }) })
    : table('Reading', config)
  const entities: { [name: string]: ReturnType<typeof app.entity> } = {}
  const patterns: { [name: string]: unknown } = {}
  for (const one of drawn) {
    const { primary, ...indexes } = one.keys
    const declared = Object.entries(indexes).map(([index, key]) => [
      index,
      { ...templateOf(key), ...(one.when && { when: { status: 'open' } }) },
    ])
    const entity = app.entity(one.name, {
      schema: shape(),
      key: templateOf(primary as ReadKey),
      index: Object.fromEntries(declared),
      stored: { at: 'date', big: 'bigint' },
      ttl: 'expiresAt',
      ...(names === 'other' && {
        storedAs: storedAs({ a: 'toString', b: '__proto__', extra: 'x', is: 'size' }),
      }),
      ...(one.hash && {
        shard: shards({ by: one.hash.length === 0 ? 'random' : `hash(${one.hash.join(', ')})`, count: 3 }),
      }),
      ...(one.hasPeriods && { period: 'at' }),
      ...(one.isOld && !isOld && { evolution: evolution({ 2: { up: upgraded } }) }),
    } as never)
    entities[one.name] = entity
    for (const index of Object.keys(one.keys)) {
      const hydrate = index === 'two' ? { hydrate: true } : {}
      patterns[`${one.name}.${index}`] = entity.query(index as never, hydrate as never)
    }
    patterns[`${one.name}.scan`] = entity.scan('primary' as never)
  }
  for (const index of ['primary', 'one']) {
    const members = drawn.filter(({ keys }) => keys[index] !== undefined)
    const many = members.map(({ name }) => [name, entities[name]?.many()])
    try {
      patterns[`all.${index}`] = app.collect(index as never, Object.fromEntries(many) as never)
    } catch {
      // The entities share no partition, so the collection cannot be declared.
    }
  }
  return { app, connectable: model({ entities, patterns } as never), entities }
}
