import { SeededRandom } from '../../simulation/seeded-random.ts'
import { type AnyEntity, counterOf, drawEntities, type Item, step } from './any-model.ts'
import { areUnique, type Store } from './naive-verbs.ts'

/* A later version of a drawn model, and what happens to its items. */

/** Draws what the entities declare some time later. Copies are never added, since nothing would fill them in. */
export function changeEntities(drawn: readonly AnyEntity[], seed: number): readonly AnyEntity[] {
  const random = new SeededRandom(seed)
  const others = drawEntities(random.below(2 ** 31))
  return drawn.map((own, at) => {
    const { sum, index, unique } = random.percent(60) ? (others[at] ?? own) : own
    const { versions = [] } = own
    const earlier = drawn.slice(0, at)
    const other = random.percent(50) && earlier.length > 0 ? random.pick(earlier).name : undefined
    const another = other === undefined ? undefined : { name: other, copies: false }
    const parent = random.percent(20) ? another : own.parent
    return {
      ...own,
      sum,
      index,
      unique,
      parent: own.parent?.copies ? own.parent : parent,
      ...(random.percent(20) && { prefix: `${own.name}at${seed}` }),
      ...(random.percent(30) && { versions: [...versions, random.pick(['b', 'c'] as const)] }),
    }
  })
}

/** Converts the items of one model to those of another with more or fewer versions. */
export function changeStore(from: readonly AnyEntity[], to: readonly AnyEntity[], store: Store): Store {
  return new Map(
    from.map(({ name, versions: before = [] }, at) => {
      const { versions: after = [] } = to[at] as AnyEntity
      const bring = (item: Item) => {
        const up = after.slice(before.length).reduce((one, attribute) => step.up(attribute, one), item)
        return before.slice(after.length).reduceRight((one, attribute) => step.down(attribute, one), up)
      }
      return [name, new Map([...(store.get(name) ?? [])].map(([id, item]) => [id, bring(item)]))]
    }),
  )
}

/** Removes unique constraints that existing items violate: an application would have to resolve the conflict first. */
export function withoutBroken(drawn: readonly AnyEntity[], store: Store): readonly AnyEntity[] {
  return drawn.map((one) => {
    const items = [...(store.get(one.name)?.values() ?? [])]
    const unique = Object.entries(one.unique).filter(([, attributes]) => areUnique(attributes, items))
    return { ...one, unique: Object.fromEntries(unique) }
  })
}

/** Whether a row is the marker of a constraint that is no longer declared; such markers are never removed. */
export function isLeftMarker(drawn: readonly AnyEntity[], row: Item): boolean {
  const [, name, constraint = ''] = /^unique:(.*)\.(.*)$/.exec(String(row['_type'])) ?? []
  return name !== undefined && drawn.every((one) => one.name !== name || one.unique[constraint] === undefined)
}

/** Removes from an item the derived attributes that are no longer declared. */
export function withoutLeftovers(drawn: readonly AnyEntity[], name: string, item: Item): Item {
  const own = drawn.find((one) => one.name === name)
  const counters = drawn.filter(({ parent }) => parent?.name === name).map((one) => counterOf(one.name))
  const isLeft = (attribute: string) => {
    if (/^n[A-Z]/.test(attribute)) return !counters.includes(attribute)
    return attribute === 'sum' && own?.sum === undefined
  }
  return Object.fromEntries(Object.entries(item).filter(([attribute]) => !isLeft(attribute)))
}
