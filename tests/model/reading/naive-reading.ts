import type { SeededRandom } from '../../simulation/seeded-random.ts'
import { kinds, type Name, type ReadEntity, type ReadKey, type ReadSlot, type Row } from './reading-model.ts'

/* What patterns return, computed naively by filtering and sorting all items. */

const texts = ['', 'a', 'A', 'ab', 'aB', 'a#', 'a#b', '#', '$', '$23', ' ', '~', 'é', '😀', '\ufffd', 'z']
export const months = ['2026-01', '2026-02', '2026-03']

/** Draws a value for an attribute. */
export function drawValue(random: SeededRandom, name: Name): unknown {
  const kind = kinds[name]
  if (kind === 'text') return random.pick(texts)
  if (kind === 'number') return random.pick([1, 2, 3, 9, 10, 99, 100, 1234, 9999])
  if (kind === 'bigint') return random.pick([-(10n ** 20n), -1n, 0n, 5n, 10n ** 20n, 10n ** 20n + 1n])
  if (kind === 'boolean') return random.percent(50)
  return new Date(
    `${random.pick(months)}-${random.pick(['01', '15', '28'])}T${random.pick(['00', '23'])}:59:59.999Z`,
  )
}

/** The value of an attribute as it is in the key, apart from the sort direction. */
function inKey({ name, encoding }: ReadSlot, item: Row): unknown {
  const value = item[name]
  if (typeof value !== 'string') return value
  return encoding === ':lower' ? value.toLowerCase() : encoding === ':upper' ? value.toUpperCase() : value
}

const plain = (value: unknown) =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? `${value}n` : value

function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other as string))
  const [left, right] = [one, other] as [number, number]
  return left < right ? -1 : left > right ? 1 : 0
}

const monthOf = (item: Row) => (item['at'] as Date).toISOString().slice(0, 7)

/** Returns what distinguishes an item from the others of its entity. */
export function identityOf({ keys, hasPeriods }: ReadEntity, item: Row): string {
  const { pk, sk } = keys['primary'] as ReadKey
  const values = [...pk, ...sk].map((slot) => plain(inKey(slot, item)))
  return JSON.stringify([values, hasPeriods && monthOf(item)])
}

/** The attributes that a verb needs to find an item. */
export function keyNames({ keys, hash, hasPeriods }: ReadEntity): readonly Name[] {
  const { pk, sk, isSpread } = keys['primary'] as ReadKey
  const names = [...pk, ...sk].map(({ name }) => name)
  return [...new Set([...names, ...(isSpread ? (hash ?? []) : []), ...(hasPeriods ? (['at'] as const) : [])])]
}

/**
 * Returns the same values, or other values with the same key: in another case, or at another time in the same period.
 */
export function sameKey(random: SeededRandom, entity: ReadEntity, key: Row): Row {
  const { pk, sk, isSpread } = entity.keys['primary'] as ReadKey
  const slots = [...pk, ...sk]
  const other: { [name: string]: unknown } = { ...key }
  for (const [name, value] of Object.entries(key)) {
    const own = slots.filter((slot) => slot.name === name)
    const isCaseless =
      own.length > 0 && own.every(({ encoding }) => encoding === ':lower' || encoding === ':upper')
    if (isCaseless && random.percent(50))
      other[name] = random.percent(50) ? String(value).toUpperCase() : String(value).toLowerCase()
    const isHashed = isSpread && entity.hash?.includes(name as Name)
    if (name === 'at' && own.length === 0 && !isHashed && random.percent(50))
      other[name] = new Date(`${monthOf(key)}-10`)
  }
  return other
}

export type Argument = unknown
export interface Asked {
  readonly args: { readonly [name: string]: Argument }
  readonly order: 'oldest' | 'newest' | 'ascending' | 'descending' | undefined
}

/** Draws the arguments of a query: the whole partition key, and a random part of the sort key. */
export function drawArguments(
  random: SeededRandom,
  entity: ReadEntity,
  index: string,
  items: readonly Row[],
): Asked {
  const { pk, sk, isSpread } = entity.keys[index] as ReadKey
  const like = items.length > 0 && random.percent(90) ? random.pick(items) : undefined
  const value = (name: Name) =>
    (random.percent(85) && like ? like[name] : undefined) ?? drawValue(random, name)
  const args: { [name: string]: Argument } = {}
  for (const { name } of pk) args[name] = like?.[name] ?? drawValue(random, name)
  for (const { name } of sk) {
    if (Object.hasOwn(args, name)) continue
    if (random.percent(40)) {
      args[name] = value(name)
      continue
    }
    if (random.percent(60)) args[name] = drawRange(random, name, value)
    break
  }
  if (isSpread && entity.hash && random.percent(30)) {
    for (const name of entity.hash) args[name] ??= value(name)
  }
  const order = random.pick([undefined, 'oldest', 'newest', 'ascending', 'descending'] as const)
  return { args, order }
}

function drawRange(random: SeededRandom, name: Name, value: (name: Name) => unknown): Argument {
  const isText = kinds[name] === 'text'
  if (isText && random.percent(25)) return { begins: [...String(value(name))].slice(0, 1).join('') }
  if (random.percent(20)) return { between: [value(name), value(name)] }
  return {
    ...(random.percent(60) && { [random.pick(['gt', 'gte'])]: value(name) }),
    ...(random.percent(60) && { [random.pick(['lt', 'lte'])]: value(name) }),
  }
}

/** Whether an item matches the arguments. */
export function isMeant(entity: ReadEntity, index: string, { args }: Asked, item: Row): boolean {
  const key = entity.keys[index] as ReadKey
  if (!isIn(entity, index, item)) return false
  return Object.entries(args).every(([name, argument]) => {
    const slots = [...key.pk, ...key.sk].filter((slot) => slot.name === name)
    const forms = slots.length > 0 ? slots : [{ name: name as Name, encoding: '' }]
    return forms.every((slot) => matches(slot, argument, item))
  })
}

/** Whether an item is in an index. */
export function isIn({ keys, when, hash }: ReadEntity, index: string, item: Row): boolean {
  const { pk, sk, isSpread } = keys[index] as ReadKey
  const names = [...pk, ...sk].map(({ name }) => name)
  const isThere = [...names, ...(isSpread ? (hash ?? []) : [])].every((name) => item[name] !== undefined)
  return index === 'primary' || (isThere && (!when || item['status'] === 'open'))
}

function matches(slot: ReadSlot, argument: Argument, item: Row): boolean {
  const value = inKey(slot, item)
  const bound = (one: unknown) => inKey(slot, { [slot.name]: one })
  if (typeof argument !== 'object' || argument instanceof Date)
    return compareValues(value, bound(argument)) === 0
  const { gt, gte, lt, lte, between, begins } = argument as { [sign: string]: unknown }
  const [from, to] = (between ?? []) as unknown[]
  const compared = (one: unknown, test: (order: number) => boolean) =>
    one === undefined || test(compareValues(value, bound(one)))
  return (
    compared(gt, (order) => order > 0) &&
    compared(gte ?? from, (order) => order >= 0) &&
    compared(lt, (order) => order < 0) &&
    compared(lte ?? to, (order) => order <= 0) &&
    (begins === undefined || String(value).startsWith(bound(begins) as string))
  )
}

/** Returns a comparison by the sort order of a pattern; items with the same key are equal. */
export function comparerOf(entity: ReadEntity, index: string, { args, order = 'ascending' }: Asked) {
  const { pk, sk } = entity.keys[index] as ReadKey
  const given = (name: Name) => {
    const argument = args[name]
    return argument !== undefined && (typeof argument !== 'object' || argument instanceof Date)
  }
  const open = sk.find(({ name }) => !given(name) && !pk.some((slot) => slot.name === name))
  const isDown = (slot: ReadSlot | undefined) => slot?.encoding.endsWith('desc') === true
  const isForward =
    order === 'ascending' || order === 'descending'
      ? order === 'ascending'
      : (order === 'oldest') === !isDown(open)
  const dated = sk.find(({ name }) => name === 'at')
  const isOldestFirst = order === 'oldest' || (order !== 'newest' && isForward === !isDown(dated))
  return (one: Row, other: Row): number => {
    if (entity.hasPeriods && monthOf(one) !== monthOf(other)) {
      return monthOf(one) < monthOf(other) === isOldestFirst ? -1 : 1
    }
    for (const slot of sk) {
      const compared = compareValues(inKey(slot, one), inKey(slot, other))
      if (compared !== 0) return isDown(slot) === isForward ? -compared : compared
    }
    return 0
  }
}

/** Returns an item as one line of text. */
export function lineOf(item: Row): string {
  const { shard: _, ...rest } = item
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined)
  return JSON.stringify(entries.map(([name, value]) => [name, plain(value)]).sort())
}
