import type { Database } from '@monotable/engine'
import type { WriteRequest } from '@monotable/model'
import { SeededRandom } from '../../simulation/seeded-random.ts'
import type { AnyEntity, Item } from './any-model.ts'
import type { AnyVerb, Store } from './naive-verbs.ts'

/* What is done with a model that chance declared, and what its table holds then. */

type Write = WriteRequest<unknown, unknown>
/** What a connected model has of an entity. */
export interface Verbs {
  create(item: Item): Write
  put(item: Item): Write
  upsert(item: Item): Write
  update(key: Item, changes: (one: Item, operators: Operators) => unknown): Write
  remove(key: Item): Write
}
interface Operators {
  set(place: unknown, value: unknown): unknown
  remove(place: unknown): unknown
  include(place: unknown, ...elements: readonly string[]): unknown
}

/** Draws one verb, or several of a transaction, mostly about the same few items. */
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

/** A verb as the request of a connected model. */
export function requestOf(verbs: Verbs, { verb, id, changes, more }: AnyVerb): Write {
  if (verb === 'remove') return verbs.remove({ id })
  if (verb !== 'update') return verbs[verb]({ id, ...changes })
  return verbs.update({ id }, (one, { set, remove, include }) => [
    ...Object.entries(changes).map(([name, value]) =>
      value === undefined ? remove(one[name]) : set(one[name], value),
    ),
    ...(more.length > 0 ? [include(one['tags'], ...more)] : []),
  ])
}

/** All that the table holds. */
export async function rowsIn(engine: Database): Promise<Item[]> {
  const { Items = [] } = await engine.send('Scan', { TableName: 'Any', ConsistentRead: true })
  return Items.map((item) => {
    const values = Object.entries(item).map(([name, value]) => {
      if (value.SS) return [name, new Set(value.SS)]
      return [name, value.N ? Number(value.N) : (value.M?.['PK']?.S ?? value.S)]
    })
    // A count that has gone down again is zero, and one that never was is missing.
    return Object.fromEntries(values.filter(([, value]) => value !== 0))
  })
}

/** The items among the rows of a table. */
export function itemsIn(drawn: readonly AnyEntity[], rows: readonly Item[]): Store {
  const ofEntity = (name: string) => rows.filter(({ _type }) => _type === name)
  const itemOf = ({ PK, SK, A_PK, A_SK, P_PK, P_SK, _type, ...item }: Item) =>
    [String(item['id']), item] as const
  return new Map(drawn.map(({ name }) => [name, new Map(ofEntity(name).map(itemOf))]))
}
