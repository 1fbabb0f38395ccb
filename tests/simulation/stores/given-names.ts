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

/** Identifiers of tables, requests and copies, wherever they occur. */
const identifiers = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{14}-[0-9a-f]{8}/g

/**
 * Replaces the values that a database made up with names, numbered in the order of their first appearance: databases
 * that do the same return the same names, and a request can use a name that all of them understand.
 */
export class GivenNames {
  readonly #names = new Map<string, string>()
  readonly #values = new Map<string, string>()

  /** Returns an answer with names in place of made-up values. */
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

  /** Returns a request with this database's own values in place of names. */
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
