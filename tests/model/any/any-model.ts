import { model, shape, table } from '@monotable/model'
import { computed } from '@monotable/model/computed'
import { evolution } from '@monotable/model/evolution'
import { snapshots } from '@monotable/model/history'
import { relations } from '@monotable/model/relations'
import { SeededRandom } from '../../simulation/seeded-random.ts'

/* Models whose entities are drawn at random. All entities have the same attributes. */

export type Item = { readonly [attribute: string]: unknown }

/** What an entity declares, and which attributes each declaration uses. */
export interface AnyEntity {
  readonly name: string
  /** The attributes in the keys of the index, and whether only items with the status `open` are in it. */
  readonly index: { readonly pk: readonly string[]; readonly sk: readonly string[]; readonly open: boolean }
  readonly unique: { readonly [constraint: string]: readonly string[] }
  /** The attributes from which `sum` is computed, if it is. */
  readonly sum: { readonly from: readonly string[]; readonly also: readonly string[] } | undefined
  readonly limit: number
  /**
   * The parent, which `of` refers to and which counts these items in `n…`; and whether `copy` copies the parent's `a`.
   */
  readonly parent: { readonly name: string; readonly copies: boolean } | undefined
  /** The prefix of the key, if not the entity's name. */
  readonly prefix?: string
  /** The attribute that each version changed, from the second version on. */
  readonly versions?: readonly ('b' | 'c')[]
  /**
   * Whether writes are counted, and whether versions are kept. The next three: whether items expire, whether `seq`
   * numbers them, and the attributes in the key of their copy.
   */
  readonly counts?: boolean | 'history'
  readonly expires?: boolean
  readonly numbered?: boolean
  readonly copied?: readonly string[]
}

/** Returns the value of the computed attribute. */
export function sumOf({ from, also }: NonNullable<AnyEntity['sum']>, item: Item): string | undefined {
  if (from.some((name) => item[name] === undefined)) return undefined
  return [...from, ...also].map((name) => String(item[name])).join('+')
}

/** The attribute of a parent that counts the items of an entity. */
export const counterOf = (entity: string) => `n${entity}`

/** Draws the declarations that are not tested with migrations. */
function drawMore(random: SeededRandom, hasParent: boolean, sum: AnyEntity['sum']) {
  const candidates = ['a', 'b', 'c', ...(sum ? ['sum'] : [])]
  return {
    counts: random.pick([false, false, true, 'history' as const]),
    // Items that expire cannot be counted.
    expires: !hasParent && random.percent(40),
    numbered: random.percent(30),
    ...(random.percent(40) && { copied: random.shuffle(candidates).slice(0, 1 + random.below(2)) }),
  }
}

/** Draws the declarations of two to four entities; `more` includes everything that can be declared together. */
export function drawEntities(seed: number, more = false): readonly AnyEntity[] {
  const random = new SeededRandom(seed)
  const some = (most: number) => random.shuffle(['a', 'b', 'c', 'id']).slice(0, random.below(most + 1))
  const entities: AnyEntity[] = []
  for (let at = 0; at < 2 + random.below(3); at++) {
    const parents = entities.filter(({ expires }) => !expires)
    const parent = parents.length > 0 && random.percent(60) ? random.pick(parents).name : undefined
    const sum = random.percent(60) ? { from: some(2), also: some(1) } : undefined
    const candidates = ['a', 'b', 'c', ...(sum ? ['sum', 'sum'] : [])]
    const constraints = random.some(['u', 'v', 'w'], 60)
    entities.push({
      name: `E${at}`,
      index: {
        pk: some(2),
        sk: [...some(1), ...(sum && random.percent(50) ? ['sum'] : [])],
        open: random.percent(30),
      },
      unique: Object.fromEntries(
        constraints.map((name) => [
          name,
          [...new Set(random.shuffle(candidates).slice(0, 1 + random.below(2)))],
        ]),
      ),
      sum,
      limit: 1 + random.below(3),
      parent: parent === undefined ? undefined : { name: parent, copies: random.percent(60) },
      ...(more && drawMore(random, parent !== undefined, sum)),
    })
  }
  return entities
}

const template = (name: string, attributes: readonly string[]) =>
  [name, ...attributes.map((attribute) => `{${attribute}}`)].join('#')

/** The prefix of a marker's key. It contains the attributes, so markers of different attributes never collide. */
export const markerOf = (name: string, constraint: string, attributes: readonly string[]) =>
  [name, constraint, ...attributes].join('.')

/** The attributes that an item's copy has. */
export const copiedOf = ({ copied = [], expires }: AnyEntity) => [
  ...copied,
  'status',
  ...(expires ? ['until'] : []),
]

/** The name of the entity that an entity's copies have. */
export const copyOf = (name: string) => `${name}copy`

/** The key of the item that counts an entity's numbers. */
export const counterKeyOf = (name: string) => `${name}last`

/** The prefix of an entity's keys. */
export const prefixOf = ({ prefix, name }: AnyEntity) => prefix ?? name

/** Changes an item to the next version, or back; different values stay different. */
export const step = {
  up: (name: string, item: Item) => changed(item, name, 'y', 'x'),
  down: (name: string, item: Item) => changed(item, name, 'x', 'y'),
}

function changed(item: Item, name: string, off: string, on: string): Item {
  const value = item[name] as string | undefined
  if (value === undefined) return item
  return { ...item, [name]: value.startsWith(off) ? value.slice(1) : `${on}${value}` }
}

function evolutionOf(versions: readonly string[]) {
  const steps = versions.map((name, at) => {
    const { up, down } = step
    return [at + 2, { up: (item: Item) => up(name, item), down: (item: Item) => down(name, item) }]
  })
  return { evolution: evolution(Object.fromEntries(steps)) }
}

/** Builds the model from the drawn declarations. */
export function buildModel(drawn: readonly AnyEntity[]) {
  const app = table('Any', {
    key: { pk: 'PK', sk: 'SK' },
    indexes: { any: { pk: 'A_PK', sk: 'A_SK' }, byParent: { pk: 'P_PK', sk: 'P_SK' } },
    relations,
  })
  const entities: { [name: string]: ReturnType<typeof app.entity> } = {}
  for (const one of drawn) {
    const { name, index, unique, sum, limit, parent, versions, copied } = one
    if (copied) {
      const key = { pk: template(copyOf(name), copied), sk: 'COPY' }
      const config = { schema: shape(), key, ...(one.expires && { ttl: 'until' }) }
      entities[copyOf(name)] = app.entity(copyOf(name), config as never) as never
    }
    const config = {
      schema: shape(),
      ...(versions && evolutionOf(versions)),
      key: { pk: template(prefixOf(one), ['id']), sk: name },
      index: {
        any: {
          pk: template(name, index.pk),
          sk: template(name, index.sk),
          ...(index.open && { when: { status: 'open' } }),
        },
        byParent: { pk: template(name, ['of']), sk: '{id}' },
      },
      unique: Object.fromEntries(
        Object.entries(unique).map(([word, attributes]) => [
          word,
          template(markerOf(name, word, attributes), attributes),
        ]),
      ),
      limit: { tags: limit },
      ...(one.counts && { version: true }),
      ...(one.counts === 'history' && { history: snapshots() }),
      ...(one.expires && { ttl: 'until' }),
      ...(one.numbered && { sequence: { seq: { key: counterKeyOf(name) } } }),
      ...(copied && { copies: { copied: { to: entities[copyOf(name)], attributes: copiedOf(one) } } }),
      ...(sum && { computed: computed({ sum: { ...sum, by: (item: Item) => sumOf(sum, item) } } as never) }),
      ...(parent && {
        belongsTo: {
          parent: {
            entity: entities[parent.name],
            by: { id: 'of' },
            mustExist: true,
            count: counterOf(name),
            ...(parent.copies && { copy: { copy: 'a' }, find: 'byParent' }),
          },
        },
      }),
    }
    entities[name] = app.entity(name, config as never) as never
  }
  return { app, entities, connectable: model({ entities }) }
}
