import { isObject } from '../../differential/exchange.ts'

/** Members whose values each database makes up for itself. */
const madeUp = new Set([
  'ShardIterator',
  'NextShardIterator',
  'NextToken',
  'ShardId',
  'ParentShardId',
  'LastEvaluatedShardId',
  'eventID',
  'ClientToken',
])

/** Identifiers of tables, requests and copies, wherever they stand. */
const identifiers = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{14}-[0-9a-f]{8}/g

/**
 * What one database made up, by the order in which it was first told: databases that do the same tell the same, and a
 * request can name what was told in words that all of them understand.
 */
export class GivenNames {
  readonly #names = new Map<string, string>()
  readonly #values = new Map<string, string>()

  /** An answer with names instead of what was made up. */
  read(value: unknown, member = ''): unknown {
    if (typeof value === 'string') {
      if (member.endsWith('SequenceNumber')) return '#'
      if (madeUp.has(member)) return this.#nameOf(value)
      return value.replace(identifiers, (identifier) => this.#nameOf(identifier))
    }
    if (Array.isArray(value)) return value.map((one) => this.read(one, member))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.read(one, name)]))
  }

  /** A request as this database understands it. */
  write(value: unknown): unknown {
    if (typeof value === 'string') {
      return value.replace(/«\d+»/g, (name) => this.#values.get(name) ?? name)
    }
    if (Array.isArray(value)) return value.map((one) => this.write(one))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.write(one)]))
  }

  #nameOf(value: string): string {
    const known = this.#names.get(value)
    if (known !== undefined) return known
    const name = `«${this.#names.size}»`
    this.#names.set(value, name)
    this.#values.set(name, value)
    return name
  }
}
