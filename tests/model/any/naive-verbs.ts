import {
  type AnyEntity,
  copiedOf,
  copyOf,
  counterKeyOf,
  counterOf,
  type Item,
  markerOf,
  prefixOf,
  sumOf,
} from './any-model.ts'

/* A naive implementation of the verbs: all of them are applied, or none. */

/** A verb and its arguments. `changes` holds attributes to set (`undefined` removes one), `more` holds tags to add. */
export interface AnyVerb {
  readonly verb: 'create' | 'put' | 'upsert' | 'update' | 'remove' | 'check'
  readonly entity: string
  readonly id: string
  readonly changes: Item
  readonly more: readonly string[]
  /** The values that the item must have (`undefined`: none). `exists` says whether it must exist. */
  readonly if?: Item
  readonly ifVersion?: number
  readonly exists?: boolean
}

export type Store = ReadonlyMap<string, ReadonlyMap<string, Item>>

/** Applies verbs one after the other; returns the new store, or undefined when they are refused. */
export function applyVerbs(
  drawn: readonly AnyEntity[],
  store: Store,
  verbs: readonly AnyVerb[],
  now = 0,
): Store | undefined {
  let next = withoutExpired(store, now)
  for (const one of drawn) follow(one, next)
  for (const [at, verb] of verbs.entries()) {
    const entity = drawn.find(({ name }) => name === verb.entity) as AnyEntity
    const before = next
    const item = before.get(verb.entity)?.get(verb.id)
    if (!isAsAsked(verb, item, store.get(verb.entity)?.get(verb.id))) return undefined
    const changed = verb.verb === 'check' ? next : changeItems(next, [completed(entity, verb, next)])
    if (changed === undefined) return undefined
    next = changed
    for (const one of drawn) follow(one, next)
    for (const one of drawn) if (one.counts) countWrites(one, verbs.slice(at), before, next)
  }
  return drawn.every((one) => isRight(one, (name) => next.get(name) as Map<string, Item>)) ? next : undefined
}

/** Whether an item or a marker has not expired. */
export const isPresentAt = (now: number, item: Item) =>
  item['until'] === undefined || Number(item['until']) > now / 1000

/** Returns the store without expired items. */
export function withoutExpired(store: Store, now: number): Map<string, Map<string, Item>> {
  return new Map(
    [...store].map(([name, items]) => [
      name,
      new Map([...items].filter(([, item]) => isPresentAt(now, item))),
    ]),
  )
}

/**
 * Whether a verb's conditions hold. Checks of the version, of absence, and of an item that is removed twice are judged
 * by the state before the first verb.
 */
function isAsAsked(
  { verb, if: asked = {}, ifVersion, exists }: AnyVerb,
  item: Item | undefined,
  first: Item | undefined,
): boolean {
  if (verb === 'check' && (exists ? item === undefined : first !== undefined)) return false
  if (ifVersion !== undefined && first?.['version'] !== ifVersion) return false
  const judged = verb === 'remove' ? (item ?? first) : item
  return Object.entries(asked).every(([name, value]) => judged?.[name] === value)
}

/** Adds to a verb what the model adds: the sequence number, and the expiry time in its stored form. */
function completed(
  { name, numbered }: AnyEntity,
  verb: AnyVerb,
  next: Map<string, Map<string, Item>>,
): AnyVerb {
  const { until } = verb.changes
  const changes = { ...verb.changes, ...(until !== undefined && { until: Number(until) / 1000 }) }
  const stores = ['create', 'put', 'upsert'].includes(verb.verb)
  const own = verb.verb === 'upsert' ? next.get(name)?.get(verb.id)?.['seq'] : undefined
  if (!numbered || !stores || own !== undefined) return { ...verb, changes }
  const counters = next.get('last') ?? new Map<string, Item>()
  const seq = Number(counters.get(name)?.['last'] ?? 0) + 1
  next.set('last', new Map([...counters, [name, { last: seq }]]))
  return { ...verb, changes: { ...changes, seq } }
}

/**
 * Raises the versions that the first of the verbs changes: of its own item, and of each item whose copy changes with
 * it, unless a later verb writes that item and so keeps a version that includes the change.
 */
function countWrites(
  { name, counts }: AnyEntity,
  [verb, ...later]: readonly AnyVerb[],
  before: Store,
  next: Map<string, Map<string, Item>>,
): void {
  const items = next.get(name) as Map<string, Item>
  for (const [id, item] of items) {
    const was = before.get(name)?.get(id)
    const writes = (one?: AnyVerb) => one?.entity === name && one.id === id && one.verb !== 'check'
    const isWritten = writes(verb)
    const isKept = counts === 'history' && later.some(writes)
    if (!isWritten && (isKept || !was || was['copy'] === item['copy'])) continue
    const kept = next.get('kept') ?? new Map<string, Item>()
    const place = `${name}/${id}`
    // An item that is created again continues after the last version that was kept.
    const last = isWritten && counts === 'history' ? Number(kept.get(place)?.['version'] ?? 0) : 0
    const version = Math.max(Number(was?.['version'] ?? 0), last) + 1
    items.set(id, { ...item, version })
    if (isWritten) next.set('kept', new Map([...kept, [place, { version }]]))
  }
}

/**
 * Applies verbs without updating derived attributes; undefined if an item exists that must not, or is missing but must
 * exist.
 */
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

/** Sets everything derived from other items and attributes. Entities come after their parents. */
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
  { name, unique, limit, parent, copied }: AnyEntity,
  of: (name: string) => Map<string, Item>,
): boolean {
  const items = [...of(name).values()]
  const haveParents = items.every((item) => !parent || !item['of'] || of(parent.name).has(String(item['of'])))
  return (
    (copied === undefined || areUnique(copied, items)) &&
    Object.values(unique).every((attributes) => areUnique(attributes, items)) &&
    haveParents &&
    items.every((item) => ((item['tags'] as Set<string>)?.size ?? 0) <= limit)
  )
}

/** Whether no two items have the same values of the attributes. */
export function areUnique(attributes: readonly string[], items: readonly Item[]): boolean {
  const all = items
    .map((item) => attributes.map((one) => item[one]))
    .filter((one) => !one.includes(undefined))
  return new Set(all.map(String)).size === all.length
}

/** Returns everything that the table should hold, computed naively: every item with its keys, and every marker. */
export function expectedRows(drawn: readonly AnyEntity[], store: Store): string[] {
  return drawn.flatMap((entity) => {
    const { name, index, unique, versions = [] } = entity
    const rows = [...(store.get(name)?.values() ?? [])].flatMap((item) => {
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
          const { until } = item
          return rowOf(present({ PK, SK: PK, _type: `unique:${name}.${one}`, _owner: `${row['PK']}`, until }))
        })
      return [rowOf(row), ...markers, ...copyRows(entity, item)]
    })
    return [...rows, ...counterRows(name, store)]
  })
}

function copyRows(entity: AnyEntity, item: Item): string[] {
  const { name, copied } = entity
  if (copied === undefined || copied.some((one) => item[one] === undefined)) return []
  const attributes = Object.fromEntries(copiedOf(entity).map((one) => [one, item[one]]))
  const PK = [copyOf(name), ...copied.map((one) => item[one])].join('#')
  return [rowOf(present({ ...attributes, PK, SK: 'COPY', _type: copyOf(name) }))]
}

function counterRows(name: string, store: Store): string[] {
  const last = store.get('last')?.get(name)?.['last']
  if (!last) return []
  const PK = counterKeyOf(name)
  return [rowOf({ PK, SK: PK, _type: `sequence:${name}.seq`, last })]
}

/** Returns an item as one line of text. */
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
