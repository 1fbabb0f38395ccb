import { model, shape, table } from '@monotable/model'
import { computed } from '@monotable/model/computed'
import { evolution } from '@monotable/model/evolution'
import { snapshots } from '@monotable/model/history'
import { relations } from '@monotable/model/relations'
import { SeededRandom } from '../../simulation/seeded-random.ts'

/* Models of which chance says what their entities declare. All have the same attributes. */

export type Item = { readonly [attribute: string]: unknown }

/** What an entity declares: which attributes go into what. */
export interface AnyEntity {
  readonly name: string
  /** Keys of the index; only of open items, where it says so. */
  readonly index: { readonly pk: readonly string[]; readonly sk: readonly string[]; readonly open: boolean }
  readonly unique: { readonly [constraint: string]: readonly string[] }
  /** What `sum` is computed of, if it is. */
  readonly sum: { readonly from: readonly string[]; readonly also: readonly string[] } | undefined
  readonly limit: number
  /** Whose it is, by `of`, where it is counted in `n…`, and whether `copy` is a copy of the parent's `a`. */
  readonly parent: { readonly name: string; readonly copies: boolean } | undefined
  /** What its key begins with, if not with its name. */
  readonly prefix?: string
  /** The attributes that its versions have changed, from the second on. */
  readonly versions?: readonly ('b' | 'c')[]
  /** Whether its writes are counted, and kept; its items expire, are numbered by `seq`, and what the key of a copy is made of. */
  readonly counts?: boolean | 'history'
  readonly expires?: boolean
  readonly numbered?: boolean
  readonly copied?: readonly string[]
}

/** The text of a computed attribute. */
export function sumOf({ from, also }: NonNullable<AnyEntity['sum']>, item: Item): string | undefined {
  if (from.some((name) => item[name] === undefined)) return undefined
  return [...from, ...also].map((name) => String(item[name])).join('+')
}

/** The attribute of a parent that counts the items of an entity. */
export const counterOf = (entity: string) => `n${entity}`

/** What an entity declares that no migration is tried with. */
function drawMore(random: SeededRandom, hasParent: boolean, sum: AnyEntity['sum']) {
  const candidates = ['a', 'b', 'c', ...(sum ? ['sum'] : [])]
  return {
    counts: random.pick([false, false, true, 'history' as const]),
    // A count cannot be kept of items that expire.
    expires: !hasParent && random.percent(40),
    numbered: random.percent(30),
    ...(random.percent(40) && { copied: random.shuffle(candidates).slice(0, 1 + random.below(2)) }),
  }
}

/** Draws what two to four entities declare; `more`: whatever can be declared together. */
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

/** What the key of a marker begins with: that of other attributes is never taken for it. */
export const markerOf = (name: string, constraint: string, attributes: readonly string[]) =>
  [name, constraint, ...attributes].join('.')

/** The attributes that are copied. */
export const copiedOf = ({ copied = [], expires }: AnyEntity) => [
  ...copied,
  'status',
  ...(expires ? ['until'] : []),
]

/** The entity of an entity's copies. */
export const copyOf = (name: string) => `${name}copy`

/** The key of the item that numbers an entity's. */
export const counterKeyOf = (name: string) => `${name}last`

/** What a key begins with. */
export const prefixOf = ({ prefix, name }: AnyEntity) => prefix ?? name

/** An item of the version after, or before: no two values become one. */
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

/** The model of what was drawn. */
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
