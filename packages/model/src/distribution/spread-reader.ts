import type { TableDefinition } from '../entities/table-definition.ts'
import { compareStored } from '../keys/compare-stored.ts'
import { ModelError } from '../model-error.ts'
import type { Port } from '../port/port.ts'
import { failureName } from '../port/service-failure.ts'
import type { OperationOutputs, WireItem, WireValue } from '../port/wire.ts'
import { type Count, countOf } from '../reads/count-items.ts'
import { encodeCursor } from '../reads/cursor.ts'
import type { Pattern } from '../reads/pattern.ts'
import type { ReadPlan } from '../reads/read-plan.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import type { SpreadPlan } from './plan-spread.ts'

/** Items of one table, in order. */
export interface SpreadItems {
  readonly table: TableDefinition
  /** The pattern for that table. */
  readonly pattern: Pattern
  readonly items: WireItem[]
}

/** A page of a read of several places. */
export interface SpreadPage {
  readonly found: readonly SpreadItems[]
  readonly next: string | undefined
  /** The counts of items that were counted and not returned. */
  readonly count: Count
}

/** One of the places that are read in parallel. */
interface Source {
  readonly part: number
  readonly plan: ReadPlan
  /** Items that were read and not returned yet, in order. */
  readonly waiting: WireItem[]
  /** The key after which to read on. */
  reached: WireItem | undefined
  /** The key after which a cursor continues: that of the last item returned. */
  position: WireItem | undefined
  ended: boolean
  asked: number
}

/**
 * Reads all shards of a table in parallel and returns their items in order, then the table of the next period. Keeps
 * what it has read ahead for the next page; a cursor starts afresh where a page ended.
 */
export class SpreadReader {
  readonly #port: Port
  readonly #plan: SpreadPlan
  #at: number
  #count: Count = { matched: 0, scanned: 0 }
  #sources: Source[]

  constructor(port: Port, plan: SpreadPlan) {
    this.#port = port
    this.#plan = plan
    const table = plan.start && getOwn(plan.start, '')
    this.#at = plan.tables.findIndex(({ name }, at) =>
      table === undefined ? at === 0 : 'S' in table && table.S === name,
    )
    if (this.#at < 0 && plan.tables.length > 0) {
      const { pattern } = plan.scope
      throw new ModelError('CURSOR', `This cursor of ${pattern} is for a table that is not read here`, {
        pattern,
      })
    }
    this.#sources = this.#open(plan.start ?? {})
  }

  /** Returns the next page: full, unless nothing is left; without a limit, as much as one round of requests returns. */
  async read(): Promise<SpreadPage> {
    const { limit = Number.POSITIVE_INFINITY } = this.#plan
    const found: SpreadItems[] = []
    this.#count = { matched: 0, scanned: 0 }
    for (let count = 0; count < limit; ) {
      const live = this.#sources.filter(({ ended, waiting }) => !ended || waiting.length > 0)
      const empty = live.filter(({ waiting }) => waiting.length === 0)
      if (live.length === 0) {
        if (!this.#nextTable()) break
      } else if (empty.length > 0) {
        if (limit === Number.POSITIVE_INFINITY && count > 0) break
        await Promise.all(empty.map((source) => this.#ask(source, limit - count)))
      } else {
        this.#give(live, found)
        count++
      }
    }
    return { found, next: this.#cursor(), count: this.#count }
  }

  /** Returns the first of the requests that would be sent; `undefined` when there is no table to read. */
  request(): ReadPlan['request'] | undefined {
    const source = this.#sources.find(({ ended }) => !ended)
    return source && this.#requestTo(source, this.#plan.limit ?? Number.POSITIVE_INFINITY)
  }

  #open(start: WireItem): Source[] {
    const table = this.#plan.tables[this.#at]
    if (table === undefined) return []
    return this.#plan.plansIn(table).map((plan, at): Source => {
      const part = this.#plan.parts[at] as number
      const position = positionOf(start, part)
      const ended = getOwn(start, String(part)) !== undefined
      return { part, plan, waiting: [], reached: position, position, ended, asked: 0 }
    })
  }

  #nextTable(): boolean {
    if (this.#at + 1 >= this.#plan.tables.length) return false
    this.#at++
    this.#sources = this.#open({})
    return true
  }

  /** Reads more from a place: its share of what is wanted with some to spare, and twice as much each time. */
  async #ask(source: Source, wanted: number): Promise<void> {
    const { operation, input } = this.#requestTo(source, wanted)
    source.asked++
    const answer = await this.#port
      .send(operation, input as never)
      .catch((error: unknown) => this.#missing(error))
    const { Items = [], LastEvaluatedKey } = answer
    const { matched, scanned } = countOf(answer)
    this.#count = { matched: this.#count.matched + matched, scanned: this.#count.scanned + scanned }
    source.waiting.push(...Items)
    source.reached = LastEvaluatedKey
    source.ended = LastEvaluatedKey === undefined
    if (Items.length === 0) source.position = LastEvaluatedKey
  }

  #requestTo({ plan, reached, asked }: Source, wanted: number): ReadPlan['request'] {
    const share = Math.ceil((2 * wanted) / this.#sources.length) * 2 ** asked
    const Limit = Math.min(wanted, share)
    const more = {
      ...(Number.isFinite(Limit) && { Limit }),
      ...(reached !== undefined && { ExclusiveStartKey: reached }),
    }
    return { ...plan.request, input: { ...plan.request.input, ...more } } as ReadPlan['request']
  }

  /** Treats a missing table of a period as an empty one. */
  #missing(error: unknown): OperationOutputs['Query'] {
    const { periods } = this.#plan.tables[this.#at] as TableDefinition
    if (periods === undefined || failureName(error) !== 'ResourceNotFoundException') throw error
    return {}
  }

  /** Moves the first of the items that are next in their places to the result. */
  #give(live: readonly Source[], found: SpreadItems[]): void {
    const { sort, forward } = this.#plan
    let first = live[0] as Source
    for (const source of live) {
      const order = compareStored(source.waiting[0] as WireItem, first.waiting[0] as WireItem, sort)
      if (forward ? order < 0 : order > 0) first = source
    }
    const item = first.waiting.shift() as WireItem
    first.position = pick(item, this.#plan.position)
    const table = this.#plan.tables[this.#at] as TableDefinition
    const last = found.at(-1)
    if (last?.table === table) last.items.push(item)
    else found.push({ table, pattern: this.#plan.patternIn(table), items: [item] })
  }

  /** Returns a cursor with the position reached in each place. */
  #cursor(): string | undefined {
    const isOver = this.#sources.every(({ ended, waiting }) => ended && waiting.length === 0)
    if (isOver && !this.#nextTable()) return undefined
    const table = this.#plan.tables[this.#at] as TableDefinition
    const state: { [name: string]: WireValue } = { '': { S: table.name } }
    for (const { part, position, ended, waiting } of this.#sources) {
      if (ended && waiting.length === 0) state[part] = { NULL: true }
      else
        for (const name of Object.keys(position ?? {}))
          state[`${part}.${name}`] = position?.[name] as WireValue
    }
    return encodeCursor(state, this.#plan.scope)
  }
}

function positionOf(start: WireItem, part: number): WireItem | undefined {
  const prefix = `${part}.`
  const names = Object.keys(start).filter((name) => name.startsWith(prefix))
  if (names.length === 0) return undefined
  const key: { [attribute: string]: WireValue } = {}
  for (const name of names) setOwn(key, name.slice(prefix.length), start[name] as WireValue)
  return key
}

function pick(item: WireItem, names: readonly string[]): WireItem {
  const key: { [attribute: string]: WireValue } = {}
  for (const name of names) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(key, name, value)
  }
  return key
}
