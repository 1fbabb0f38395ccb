import type { Database } from '@monotable/engine'
import type { WriteRequest } from '@monotable/model'
import { SeededRandom } from '../../simulation/seeded-random.ts'
import { type AnyEntity, counterKeyOf, type Item } from './any-model.ts'
import type { AnyVerb, Store } from './naive-verbs.ts'

/* Random operations on a randomly drawn model, and reading what its table holds. */

type Write = WriteRequest<unknown, unknown>
/** The verbs of an entity in a connected model. */
export interface Verbs {
  create(item: Item, options?: object): Write
  put(item: Item, options?: object): Write
  upsert(item: Item, options?: object): Write
  update(key: Item, changes: (one: Item, operators: Operators) => unknown, options?: object): Write
  remove(key: Item, options?: object): Write
  check(key: Item, options?: object): Write
}
interface Operators {
  set(place: unknown, value: unknown): unknown
  remove(place: unknown): unknown
  include(place: unknown, ...elements: readonly string[]): unknown
}

/** Draws one verb, or several for one transaction, most of them on the same few items. */
export function drawStep(drawn: readonly AnyEntity[], seed: number): readonly AnyVerb[] {
  const random = new SeededRandom(seed)
  return Array.from({ length: random.percent(60) ? 1 : 2 + random.below(2) }, () => {
    const verb = random.pick([
      'create',
      'create',
      'put',
      'upsert',
      'update',
      'update',
      'update',
      'remove',
    ] as const)
    const names = random.some(['a', 'b', 'c', 'status', 'of', 'tags'], verb === 'update' ? 30 : 60)
    const drawValue = (name: string) => {
      if (verb === 'update' && name !== 'tags' && random.percent(20)) return undefined
      if (name === 'status') return random.pick(['open', 'done'])
      return name === 'tags' ? new Set(random.pick([['x'], ['x', 'y']])) : random.pick(['1', '2', '3'])
    }
    const changes = Object.fromEntries(names.map((name) => [name, drawValue(name)]))
    const more = verb === 'update' && !names.includes('tags') ? random.some(['x', 'y', 'z'], 20) : []
    return { verb, entity: random.pick(drawn).name, id: random.pick(['1', '2', '3']), changes, more }
  })
}

/**
 * Changes verbs so that most of them can be applied to the items that exist, and adds what else a verb may require:
 * conditions, versions, an expiry time.
 */
export function aim(
  drawn: readonly AnyEntity[],
  verbs: readonly AnyVerb[],
  { store, seed, now }: { readonly store: Store; readonly seed: number; readonly now: number },
): readonly AnyVerb[] {
  const random = new SeededRandom(seed)
  const idsOf = (entity: string) => [...(store.get(entity)?.keys() ?? [])]
  return verbs.map((one) => {
    const { parent, limit, counts, expires } = drawn.find(({ name }) => name === one.entity) as AnyEntity
    const verb = random.percent(8) ? 'check' : one.verb
    const there = idsOf(one.entity)
    const fitting = verb === 'create' ? ['1', '2', '3', '4'].filter((id) => !there.includes(id)) : there
    const id = fitting.length > 0 && random.percent(85) ? random.pick(fitting) : one.id
    const item = store.get(one.entity)?.get(id)
    const changes: { [name: string]: unknown } = { ...one.changes }
    const parents = parent ? idsOf(parent.name) : []
    if (parent && changes['of'] !== undefined && random.percent(85)) {
      if (parents.length > 0) changes['of'] = random.pick(parents)
      else delete changes['of']
    }
    const fits = random.percent(85)
    if (fits && (changes['tags'] as Set<string> | undefined)?.size === 2 && limit < 2)
      changes['tags'] = new Set('x')
    if (expires && verb !== 'remove' && verb !== 'check' && random.percent(50))
      changes['until'] = now + random.pick([1, 2, 5]) * 3_600_000
    const asksVersion = counts && verb !== 'create' && (verb === 'put' || random.percent(20))
    // The version of an expired item is unknown.
    const version = Number(item?.['version'] ?? 99)
    // Conditions on an item that has expired but has not been removed are judged by the stored item, so none are drawn.
    const names = expires && verb !== 'update' ? [] : random.some(['a', 'b', 'status', 'sum', 'copy'], 8)
    const conditions = names.map((name) => [
      name,
      random.percent(75) ? item?.[name] : random.pick([undefined, '1', 'open']),
    ])
    return {
      verb,
      entity: one.entity,
      id,
      changes,
      more: fits && limit < 3 ? [] : one.more,
      ...(conditions.length > 0 && { if: Object.fromEntries(conditions) as Item }),
      ...(asksVersion && { ifVersion: random.percent(80) ? version : version + 1 }),
      ...(verb === 'check' && { exists: random.percent(90) ? item !== undefined : item === undefined }),
    }
  })
}

/** Returns the request of a connected model for a verb. */
export function requestOf(verbs: Verbs, one: AnyVerb): Write {
  const { verb, id, more, ifVersion, exists } = one
  const options = {
    ...(one.if && { if: one.if }),
    ...(ifVersion !== undefined && { ifVersion }),
    ...(exists !== undefined && { exists }),
  }
  const changes = Object.fromEntries(
    Object.entries(one.changes).map(([name, value]) => [
      name,
      name === 'until' ? new Date(value as number) : value,
    ]),
  )
  if (verb === 'remove' || verb === 'check') return verbs[verb]({ id }, options)
  if (verb !== 'update') return verbs[verb]({ id, ...changes }, options)
  return verbs.update(
    { id },
    (one, { set, remove, include }) => [
      ...Object.entries(changes).map(([name, value]) =>
        value === undefined ? remove(one[name]) : set(one[name], value),
      ),
      ...(more.length > 0 ? [include(one['tags'], ...more)] : []),
    ],
    options,
  )
}

/** Reads all rows of the table except the kept versions. */
export async function rowsIn(engine: Database): Promise<Item[]> {
  const { Items = [] } = await engine.send('Scan', { TableName: 'Any', ConsistentRead: true })
  return Items.filter(({ _type }) => !_type?.S?.endsWith('.version')).map((item) => {
    const values = Object.entries(item).map(([name, value]) => {
      if (value.SS) return [name, new Set(value.SS)]
      return [name, value.N ? Number(value.N) : (value.M?.['PK']?.S ?? value.S)]
    })
    // A counter that has gone back to zero equals a counter that never existed.
    return Object.fromEntries(values.filter(([, value]) => value !== 0))
  })
}

/** Returns the items among the rows of a table. */
export function itemsIn(drawn: readonly AnyEntity[], rows: readonly Item[]): Store {
  const ofEntity = (name: string) => rows.filter(({ _type }) => _type === name)
  const itemOf = ({ PK, SK, A_PK, A_SK, P_PK, P_SK, _type, ...item }: Item) =>
    [String(item['id']), item] as const
  const last = drawn.map(
    ({ name }) => [name, { last: rows.find(({ PK }) => PK === counterKeyOf(name))?.['last'] ?? 0 }] as const,
  )
  return new Map([
    ...drawn.map(({ name }) => [name, new Map(ofEntity(name).map(itemOf))] as const),
    ['last', new Map(last)],
  ])
}
