import { requireOptions } from '../entities/require-options.ts'
import type { Replicas, Shards, Spread } from '../entities/spread.ts'
import type { Template, Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import { hashText } from '../util/hash-text.ts'
import { getOwn } from '../util/own-property.ts'
import { distribution } from './distribution.ts'

/** How items are spread over shards. */
export interface ShardOptions<By extends string> {
  /** What an item's shard is calculated from, such as `hash(orderId)`; or `random`. */
  readonly by: By
  readonly count: number
}

/**
 * Defines `{shard}` in an entity's partition keys: one partition becomes `count` of them. An item is in one, and reads
 * cover all.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const logs = table('Logs', { key: { pk: 'PK', sk: 'SK' } })
 * const Log = logs.entity('Log', {
 *   schema: shape<{ day: string; at: string; orderId: string }>(),
 *   key: { pk: '{day}_{shard}', sk: '{at}' },
 *   shard: shards({ by: 'hash(orderId)', count: 4 }),
 * })
 * const key = { day: '2020-10-19', at: '09:19:32', orderId: 'o1' }
 * logs.connect(db, { entities: { Log } }).Log.get(key).params()
 * // { operation: 'GetItem', input: { TableName: 'Logs', Key: { PK: { S: '2020-10-19_2' }, SK: { S: '09:19:32' } } } }
 */
export function shards<const By extends `hash(${string})` | 'random'>(options: ShardOptions<By>): Shards<By> {
  requireOptions('shards', options, 'by count')
  const { by, count } = options
  const of = /^hash\((.+)\)$/.exec(by)?.[1]?.split(',') ?? []
  if (by !== 'random' && of.length === 0) {
    const message = `Shards are by: 'hash(attribute)' or 'random', not "${by}"`
    throw new ModelError('DEFINITION', message, { subject: 'shards' })
  }
  const names = of.map((name) => name.trim())
  return {
    by,
    spread: createSpread({ slot: 'shard', count, of: names, drawn: by === 'random' }),
    distribution,
  }
}

/**
 * Declares a number of copies of each item, which differ by `{replica}` in the partition key. All are written in one
 * transaction, and reads use any one of them.
 */
export function replicas(count: number): Replicas {
  return { spread: createSpread({ slot: 'replica', count, of: [], drawn: false }), distribution }
}

function createSpread(given: Omit<Spread, 'fill'>): Spread {
  const { slot, count, of, drawn } = given
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new ModelError('DEFINITION', `There must be 1 or more ${slot}s, not ${count}`, { subject: slot })
  }
  return {
    ...given,
    fill: (template) => {
      const fill = (values: Values) => ({ ...values, [slot]: numberOf(given, values, template) })
      // To all other code, the key consists of the attributes from which the number is calculated.
      const attributes = template.attributes.flatMap((name) => (name === slot && !drawn ? of : [name]))
      return {
        ...template,
        attributes: [...new Set(attributes)],
        encode: (values) => template.encode(fill(values)),
        encodeKnown: (values) => template.encodeKnown(fill(values)),
      }
    },
  }
}

/** Returns the number for some values: given, or calculated if all of its sources are known. */
function numberOf({ slot, of, count }: Omit<Spread, 'fill'>, values: Values, template: Template): unknown {
  const given = getOwn(values, slot)
  if (given !== undefined) {
    if (Number.isSafeInteger(given) && (given as number) >= 1 && (given as number) <= count) return given
    const message = `"${slot}" in key "${template.source}" must be a whole number from 1 to ${count}, not ${String(given)}`
    throw new ModelError('KEY', message, { attribute: slot, template: template.source })
  }
  if (of.length === 0) return undefined
  const parts = of.map((name) => getOwn(values, name))
  if (parts.some((value) => value === undefined || value === null)) return undefined
  return (hashText(parts.map(hashable).join('\u0000')) % count) + 1
}

function hashable(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
