import { type AnyEntity, counterOf, type Item, markerOf, prefixOf, sumOf } from './any-model.ts'

/* What verbs do, by plain code: all of them or none. */

/** A verb, with what it is given. `changes`: attributes to set, those to remove with `undefined`, and tags to add. */
export interface AnyVerb {
  readonly verb: 'create' | 'put' | 'upsert' | 'update' | 'remove'
  readonly entity: string
  readonly id: string
  readonly changes: Item
  readonly more: readonly string[]
}

export type Store = ReadonlyMap<string, ReadonlyMap<string, Item>>

/** The store after some verbs, one after the other; nothing when they are refused. */
export function applyVerbs(
  drawn: readonly AnyEntity[],
  store: Store,
  verbs: readonly AnyVerb[],
): Store | undefined {
  const next = changeItems(store, verbs)
  if (next === undefined) return undefined
  for (const one of drawn) follow(one, next)
  return drawn.every((one) => isRight(one, (name) => next.get(name) as Map<string, Item>)) ? next : undefined
}

/** The items after some verbs, without what follows from it; nothing when one is, or is not, there that should not be, or should. */
export function changeItems(
  store: Store,
  verbs: readonly AnyVerb[],
): Map<string, Map<string, Item>> | undefined {
  const next = new Map([...store].map(([name, items]) => [name, new Map(items)]))
  for (const { verb, entity, id, changes, more } of verbs) {
    const items = next.get(entity) as Map<string, Item>
    const before = items.get(id)
    if (verb === 'create' ? before : verb === 'update' && !before) return undefined
    if (verb === 'remove') {
      items.delete(id)
      continue
    }
    const counts = Object.entries(before ?? {}).filter(([name]) => name.startsWith('n'))
    const kept = verb === 'put' || !before ? Object.fromEntries(counts) : before
    const tags = new Set([...(((changes['tags'] ?? kept['tags']) as Set<string>) ?? []), ...more])
    items.set(id, present({ ...kept, ...changes, id, tags: tags.size > 0 ? tags : undefined }))
  }
  return next
}

/** Sets what follows from other items, and from other attributes. Entities come after their parents. */
export function follow({ name, parent, sum }: AnyEntity, next: Map<string, Map<string, Item>>): void {
  const items = next.get(name) as Map<string, Item>
  const parents = parent && next.get(parent.name)
  for (const [id, item] of items) {
    const copy = parent?.copies ? parents?.get(String(item['of']))?.['a'] : undefined
    items.set(id, present({ ...item, copy, sum: sum && sumOf(sum, item) }))
  }
  for (const [id, item] of parents ?? []) {
    const count = [...items.values()].filter((one) => one['of'] === id).length
    parents?.set(id, present({ ...item, [counterOf(name)]: count || undefined }))
  }
}

function isRight(
  { name, unique, limit, parent }: AnyEntity,
  of: (name: string) => Map<string, Item>,
): boolean {
  const items = [...of(name).values()]
  const haveParents = items.every((item) => !parent || !item['of'] || of(parent.name).has(String(item['of'])))
  return (
    Object.values(unique).every((attributes) => areUnique(attributes, items)) &&
    haveParents &&
    items.every((item) => ((item['tags'] as Set<string>)?.size ?? 0) <= limit)
  )
}

/** Whether no two items have the same of some attributes. */
export function areUnique(attributes: readonly string[], items: readonly Item[]): boolean {
  const all = items
    .map((item) => attributes.map((one) => item[one]))
    .filter((one) => !one.includes(undefined))
  return new Set(all.map(String)).size === all.length
}

/** All that a table is to hold, by plain code: every item with its keys, and every marker. */
export function expectedRows(drawn: readonly AnyEntity[], store: Store): string[] {
  return drawn.flatMap((entity) => {
    const { name, index, unique, versions = [] } = entity
    return [...(store.get(name)?.values() ?? [])].flatMap((item) => {
      const key = (prefix: string, names: readonly string[]) =>
        [prefix, ...names.map((one) => item[one])].join('#')
      const isIn = [...index.pk, ...index.sk].every((one) => item[one] !== undefined)
      const row = present({
        ...item,
        _type: name,
        PK: `${prefixOf(entity)}#${item['id']}`,
        SK: name,
        _v: versions.length > 0 ? versions.length + 1 : undefined,
        ...(isIn && (!index.open || item['status'] === 'open')
          ? { A_PK: key(name, index.pk), A_SK: key(name, index.sk) }
          : {}),
        ...(item['of'] === undefined ? {} : { P_PK: key(name, ['of']), P_SK: item['id'] }),
      })
      const markers = Object.entries(unique)
        .filter(([, names]) => names.every((one) => item[one] !== undefined))
        .map(([one, names]) => {
          const PK = key(markerOf(name, one, names), names)
          return rowOf({ PK, SK: PK, _type: `unique:${name}.${one}`, _owner: `${row['PK']}` })
        })
      return [rowOf(row), ...markers]
    })
  })
}

/** An item as one line. */
export function rowOf(item: Item): string {
  const plain = Object.entries(item).map(([name, value]) => [
    name,
    value instanceof Set ? [...value].sort() : value,
  ])
  return JSON.stringify(plain.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)))
}

function present(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))
}
