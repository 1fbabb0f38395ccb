import { SeededRandom } from '../../simulation/seeded-random.ts'
import { type AnyEntity, counterOf, drawEntities, type Item, step } from './any-model.ts'
import { areUnique, type Store } from './naive-verbs.ts'

/* A model that became another, and what becomes of its items. */

/** What the entities of a model declare some time later: anything but copies, which nobody makes up. */
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

/** The items of one model as those of another, which has more versions or fewer. */
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

/** The same without constraints that items break already: whoever declares one has to decide which of them is right. */
export function withoutBroken(drawn: readonly AnyEntity[], store: Store): readonly AnyEntity[] {
  return drawn.map((one) => {
    const items = [...(store.get(one.name)?.values() ?? [])]
    const unique = Object.entries(one.unique).filter(([, attributes]) => areUnique(attributes, items))
    return { ...one, unique: Object.fromEntries(unique) }
  })
}

/** Whether a row is the marker of what need not be unique any more: nobody removes those. */
export function isLeftMarker(drawn: readonly AnyEntity[], row: Item): boolean {
  const [, name, constraint = ''] = /^unique:(.*)\.(.*)$/.exec(String(row['_type'])) ?? []
  return name !== undefined && drawn.every((one) => one.name !== name || one.unique[constraint] === undefined)
}

/** An item without what was kept of it once, and is no longer. */
export function withoutLeftovers(drawn: readonly AnyEntity[], name: string, item: Item): Item {
  const own = drawn.find((one) => one.name === name)
  const counters = drawn.filter(({ parent }) => parent?.name === name).map((one) => counterOf(one.name))
  const isLeft = (attribute: string) => {
    if (/^n[A-Z]/.test(attribute)) return !counters.includes(attribute)
    return attribute === 'sum' && own?.sum === undefined
  }
  return Object.fromEntries(Object.entries(item).filter(([attribute]) => !isLeft(attribute)))
}
