import { ask } from './ask.ts'
import { compareAnswers, type Mismatch } from './compare-answers.ts'
import type { Difference, Scene } from './difference.ts'
import { type Answer, demand, type Json, type Request, type Side } from './exchange.ts'
import { addIndexInput, createTableInput, type IndexShape, type TableShape } from './generate/table-shape.ts'
import { canonicalText, differingPlaces, unordered } from './normal-form.ts'
import { openStreamTail, type StreamTail } from './stream-tail.ts'

/** The databases that are compared: ours in both wordings, and the oracle, which is taken to be right. */
export interface Sides {
  readonly classic: Side
  readonly current: Side
  readonly oracle: Side
}

const writes = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
  'ExecuteStatement',
  'BatchExecuteStatement',
  'ExecuteTransaction',
])

/** The result of one request on all sides. */
export interface Verdict {
  readonly mismatches: readonly Mismatch[]
  readonly ours: Answer
  readonly theirs: Answer
}

/** Tables that are the same on all sides, and requests to them. */
export class Arena {
  readonly #sides: Sides
  readonly #all: readonly Side[]
  #shapes: readonly TableShape[]
  /** The items of each table as the oracle has them. */
  #items: { readonly [table: string]: readonly Json[] } = {}
  /** The streams of each table that has one, in the order of the sides. */
  readonly #tails = new Map<string, readonly StreamTail[]>()

  constructor(sides: Sides, shapes: readonly TableShape[]) {
    this.#sides = sides
    this.#all = [sides.classic, sides.current, sides.oracle]
    this.#shapes = shapes
  }

  get scene(): Scene {
    return { shapes: this.#shapes, items: this.#items }
  }

  async open(): Promise<void> {
    for (const shape of this.#shapes) {
      for (const side of this.#all) await createTable(side, shape)
      this.#items = { ...this.#items, [shape.name]: [] }
      if (shape.stream === undefined) continue
      const tails: StreamTail[] = []
      for (const side of this.#all) tails.push(await openStreamTail(side, shape.name))
      this.#tails.set(shape.name, tails)
    }
  }

  async close(): Promise<void> {
    for (const { name: TableName } of this.#shapes) {
      for (const side of this.#all) await demand(side, 'DeleteTable', { TableName })
    }
  }

  /** Adds an index to a table; it is filled with the existing items. */
  async addIndex(shape: TableShape, index: IndexShape): Promise<void> {
    for (const side of this.#all) {
      await demand(side, 'UpdateTable', addIndexInput(shape, index))
      await untilActive(side, shape.name)
    }
    const changed = { ...shape, indexes: [...shape.indexes, index] }
    this.#shapes = this.#shapes.map((other) => (other.name === shape.name ? changed : other))
  }

  /** Sends a request to all sides, compares the answers, and makes the sides equal again if they are not. */
  async judge(request: Request): Promise<Verdict> {
    const ours = await ask(this.#sides.classic, request)
    const reworded = await ask(this.#sides.current, request)
    const theirs = await ask(this.#sides.oracle, request)
    const mismatches = [...compareAnswers(ours, theirs), ...compareWordings(ours, reworded)]
    if (!writes.has(request.operation)) return { mismatches, ours, theirs }
    const records = await this.#newRecords()
    const state = await this.#settle()
    if (mismatches.some(({ aspect }) => aspect === 'outcome')) return { mismatches, ours, theirs }
    if (state === undefined) return { mismatches: [...mismatches, ...compareRecords(records)], ours, theirs }
    const detail = differingPlaces(state.ours, state.theirs).slice(0, 3).join(', ')
    mismatches.push({ aspect: 'state', detail })
    return { mismatches, ours: withItems(ours, state.ours), theirs: withItems(theirs, state.theirs) }
  }

  /** Returns the differences in the answers to a request. */
  async differences(request: Request, seed: number): Promise<Difference[]> {
    const { scene } = this
    const { mismatches, ours, theirs } = await this.judge(request)
    return mismatches.map((mismatch) => ({ ...mismatch, seed, request, ours, theirs, scene }))
  }

  /** Makes all sides hold exactly these items. */
  async reset(items: Scene['items']): Promise<void> {
    for (const shape of this.#shapes) {
      const wanted = items[shape.name] ?? []
      for (const side of this.#all) await replaceItems(side, shape, wanted)
    }
    this.#items = items
    await this.#newRecords()
  }

  /**
   * Returns the new stream records of each side. Sorted, since the order of records of different writes means nothing.
   */
  async #newRecords(): Promise<readonly unknown[]> {
    const records: Json[][] = this.#all.map(() => [])
    for (const tails of this.#tails.values()) {
      for (const [place, tail] of tails.entries()) records[place]?.push(...(await tail.next()))
    }
    return records.map(unordered)
  }

  /**
   * Reads all tables. If ours hold other items than the oracle's, copies the oracle's items to ours and returns the
   * items that are new on either side.
   */
  async #settle(): Promise<{ ours: readonly Json[]; theirs: readonly Json[] } | undefined> {
    const before = this.#items
    const after: { [table: string]: readonly Json[] } = {}
    const state: { ours: Json[]; theirs: Json[] } = { ours: [], theirs: [] }
    let isEqual = true
    for (const { name } of this.#shapes) {
      const known = new Set((before[name] ?? []).map(canonicalText))
      const wanted = await readItems(this.#sides.oracle, name)
      after[name] = wanted
      for (const side of [this.#sides.classic, this.#sides.current]) {
        const found = await readItems(side, name)
        if (canonicalText(found) === canonicalText(wanted)) continue
        isEqual = false
        const isNew = (item: Json) => !known.has(canonicalText(item))
        state.ours.push(...found.filter(isNew))
        state.theirs.push(...wanted.filter(isNew))
      }
    }
    this.#items = after
    if (isEqual) return undefined
    // The oracle may hold items that ours refuse; then all sides return to their previous items.
    await this.reset(after).catch(() => this.reset(before))
    return state
  }
}

/** Adds to an answer the items that exist after it and did not before. */
function withItems(answer: Answer, items: readonly Json[]): Answer {
  return answer.body === undefined ? answer : { body: { ...answer.body, ItemsAfter: items } }
}

/** Both of our sides must write the same stream records as the oracle. */
function compareRecords([classic, current, oracle]: readonly unknown[]): Mismatch[] {
  const places = [...differingPlaces(classic, oracle), ...differingPlaces(current, oracle)]
  return places.length === 0 ? [] : [{ aspect: 'records', detail: [...new Set(places)].sort().join(', ') }]
}

/** The two wordings may differ only in messages. */
function compareWordings(classic: Answer, current: Answer): Mismatch[] {
  return compareAnswers(classic, current)
    .filter(({ aspect }) => aspect !== 'message')
    .map(({ aspect, detail }) => ({ aspect: 'wording', detail: `${aspect}: ${detail}` }))
}

async function createTable(side: Side, shape: TableShape): Promise<void> {
  await demand(side, 'CreateTable', createTableInput(shape))
  await untilActive(side, shape.name)
}

/** Waits until no table or index is being created or changed. */
export async function untilActive(side: Side, TableName: string): Promise<Json | undefined> {
  for (;;) {
    const answer = await side.send({ operation: 'DescribeTable', input: { TableName } })
    if (answer.body === undefined) return undefined
    const table = answer.body['Table'] as Json
    const indexes = (table['GlobalSecondaryIndexes'] ?? []) as readonly Json[]
    const isQuiet = indexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE')
    if (table['TableStatus'] === 'ACTIVE' && isQuiet) return table
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function readItems(side: Side, TableName: string): Promise<readonly Json[]> {
  const answer = await ask(side, { operation: 'Scan', input: { TableName, ConsistentRead: true } })
  if (answer.body === undefined) throw new Error(`${side.name}: Scan answered ${answer.error}`)
  return unordered(answer.body['Items']) as readonly Json[]
}

async function replaceItems(side: Side, shape: TableShape, wanted: readonly Json[]): Promise<void> {
  const names = [...shape.hash, ...shape.range].map(({ name }) => name)
  const keyOf = (item: Json) => Object.fromEntries(names.map((name) => [name, item[name]]))
  const kept = new Map(wanted.map((item) => [canonicalText(keyOf(item)), canonicalText(item)]))
  const found = await readItems(side, shape.name)
  const same = new Set(found.map(canonicalText))
  const writes = [
    ...found
      .filter((item) => !kept.has(canonicalText(keyOf(item))))
      .map((item) => ({ DeleteRequest: { Key: keyOf(item) } })),
    ...wanted.filter((item) => !same.has(canonicalText(item))).map((Item) => ({ PutRequest: { Item } })),
  ]
  for (let start = 0; start < writes.length; start += 25) {
    const RequestItems = { [shape.name]: writes.slice(start, start + 25) }
    await demand(side, 'BatchWriteItem', { RequestItems })
  }
}
