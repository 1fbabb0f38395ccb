import { createDatabase, type Database, type Storage } from '@monotable/engine'
import { canonicalizeItem } from '@monotable/protocol'
import { expect } from 'vitest'
import { checkRead } from './check-read.ts'
import { expectSame } from './compare-outcomes.ts'
import { chooseKeyTypes } from './generate/attribute-pool.ts'
import { generateRead } from './generate/generate-read.ts'
import {
  canonicalWrite,
  type GeneratorContext,
  generateDetail,
  generateGet,
  generateWrite,
  renderGet,
  renderTransactAction,
  renderWrite,
} from './generate/generate-request.ts'
import {
  addIndexInput,
  createTableInput,
  dropIndexInput,
  generateGlobalIndex,
  generateTable,
} from './generate/generate-shape.ts'
import { NaiveDatabase, type NaiveTable } from './model/naive-database.ts'
import { normalText } from './model/normal-form.ts'
import type { GetMeaning, WriteMeaning } from './model/request-meaning.ts'
import type { IndexShape } from './model/table-shape.ts'
import { SeededRandom } from './seeded-random.ts'
import { spreadRegions } from './spread-regions.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'
import { type Json, wireCall } from './wire-call.ts'

const tableNames = ['Table-a', '__proto__', 'constructor']
const invariantEvery = 100

/** Runs the same random steps on a database and on the model of it. */
export class Simulation implements GeneratorContext {
  readonly random: SeededRandom
  readonly types
  readonly #clock: VirtualClock
  readonly #model: NaiveDatabase
  readonly #db: Database
  /** The table and index that may still be being filled and cannot be read until then. */
  #filling: { table: string; index: string } | undefined
  #transactions: { input: Json; meanings: WriteMeaning[] }[] = []
  #lastRequest = ''

  private constructor(db: Database, random: SeededRandom, clock: VirtualClock) {
    this.#db = db
    this.#clock = clock
    this.#model = new NaiveDatabase(clock)
    this.random = random
    this.types = chooseKeyTypes(random)
  }

  /** Begins with an empty store; with `isGlobal`, all tables are in several regions and requests go to any of them. */
  static async start(
    seed: number,
    storage: Storage,
    { isGlobal = false }: { readonly isGlobal?: boolean } = {},
  ): Promise<Simulation> {
    const random = new SeededRandom(seed)
    const clock = createVirtualClock()
    const db = await createDatabase({ storage, clock, random: random.fork() })
    return new Simulation(isGlobal ? spreadRegions(db, random.fork()) : db, random, clock)
  }

  /** Runs a number of steps; throws an error that names the step at which the database first differs from the model. */
  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      try {
        await this.#step()
        if (step % invariantEvery === invariantEvery - 1) await this.#checkAll()
      } catch (error) {
        throw new Error(`step ${step}, ${this.#lastRequest}`, { cause: error })
      }
    }
    await this.#checkAll()
    await this.#db.close()
  }

  async #step(): Promise<void> {
    const { random } = this
    if (this.#model.tables.size === 0) return this.#createTable()
    const kind = random.below(1000)
    if (kind < 9) return this.#createTable()
    if (kind < 11) return this.#deleteTable()
    if (kind < 26) return this.#addIndex()
    if (kind < 34) return this.#dropIndex()
    if (kind < 60) return this.#passTime()
    if (kind < 500) return this.#write()
    if (kind < 600) return this.#get()
    if (kind < 780) return this.#read()
    if (kind < 830) return this.#batchGet()
    if (kind < 890) return this.#batchWrite()
    if (kind < 930) return this.#transactGet()
    return this.#transactWrite()
  }

  #table(): NaiveTable {
    return this.random.pick([...this.#model.tables.values()])
  }

  async #compare(operation: string, input: Json, expected: () => Json): Promise<void> {
    this.#note(operation, input)
    const actual = await wireCall(this.#db, operation, input)
    // The units that an index costs while it is filled are not documented.
    expectSame(actual, this.#model.outcomeOf(expected), { withoutUnits: this.#filling !== undefined })
  }

  #note(operation: string, input: unknown): void {
    const text = JSON.stringify(input).replace(/x{20,}/g, (filler) => `(${filler.length} x)`)
    this.#lastRequest = `${operation} ${text}`
  }

  async #createTable(): Promise<void> {
    const name = this.random.pick(tableNames)
    const shape = generateTable(this.random, name, this.types)
    const input = createTableInput(shape)
    this.#note('CreateTable', input)
    const outcome = await wireCall(this.#db, 'CreateTable', input)
    expect(outcome.error).toBe(this.#model.tables.has(name) ? 'ResourceInUseException' : undefined)
    if (outcome.error === undefined) this.#model.tables.set(name, { shape, items: [] })
  }

  async #deleteTable(): Promise<void> {
    await this.#settle()
    const name = this.random.pick(tableNames)
    this.#note('DeleteTable', name)
    const outcome = await wireCall(this.#db, 'DeleteTable', { TableName: name })
    expect(outcome.error).toBe(this.#model.tables.delete(name) ? undefined : 'ResourceNotFoundException')
  }

  async #addIndex(): Promise<void> {
    await this.#settle()
    const table = this.#table()
    if (table.shape.indexes.length > 5) return
    const index = generateGlobalIndex(this.random, `Added-${this.random.below(4)}`, this.types)
    const exists = table.shape.indexes.some(({ name }) => name === index.name)
    const input = addIndexInput(table.shape.name, index)
    this.#note('UpdateTable', input)
    const outcome = await wireCall(this.#db, 'UpdateTable', input)
    expect(outcome.error).toBe(exists ? 'ValidationException' : undefined)
    if (exists) return
    table.shape = { ...table.shape, indexes: [...table.shape.indexes, index] }
    this.#filling = { table: table.shape.name, index: index.name }
  }

  async #dropIndex(): Promise<void> {
    const table = this.#table()
    const droppable = table.shape.indexes.filter(({ kind }) => kind === 'global')
    if (droppable.length === 0) return
    const { name } = this.random.pick(droppable)
    const isFilling = this.#filling?.table === table.shape.name && this.#filling.index === name
    if (!isFilling) await this.#settle()
    const input = dropIndexInput(table.shape.name, name)
    this.#note('UpdateTable', input)
    const outcome = await wireCall(this.#db, 'UpdateTable', input)
    expect(outcome.error).toBe(undefined)
    table.shape = { ...table.shape, indexes: table.shape.indexes.filter((index) => index.name !== name) }
    if (isFilling) this.#filling = undefined
  }

  async #settle(): Promise<void> {
    if (this.#filling === undefined) return
    await this.#db.settled()
    this.#filling = undefined
  }

  #readable(table: NaiveTable): IndexShape[] {
    const { name, indexes } = table.shape
    return indexes.filter((index) => this.#filling?.table !== name || this.#filling.index !== index.name)
  }

  async #passTime(): Promise<void> {
    await this.#clock.advance(this.random.pick([1_000, 60_000, 599_999, 600_000]))
    if (this.random.percent(30)) await this.#settle()
  }

  async #write(): Promise<void> {
    const meaning = generateWrite(this, this.#table())
    const { operation, input } = renderWrite(meaning)
    await this.#compare(operation, input, () => this.#model.write(canonicalWrite(meaning)))
  }

  async #get(): Promise<void> {
    const meaning = generateGet(this, this.#table())
    const detail = meaning.detail && { ReturnConsumedCapacity: meaning.detail }
    await this.#compare('GetItem', { ...renderGet(meaning), ...detail }, () =>
      this.#model.get(canonicalGet(meaning)),
    )
  }

  async #read(): Promise<void> {
    const table = this.#table()
    const meaning = generateRead(this, table, this.#readable(table))
    this.#note('read', meaning)
    await checkRead(this.#db, this.#model, meaning)
  }

  async #batchGet(): Promise<void> {
    const detail = generateDetail(this.random)
    const byTable = new Map<string, GetMeaning[]>()
    for (const table of this.random.some([...this.#model.tables.values()], 70)) {
      const shared = generateGet(this, table)
      const gets = this.#distinct(1 + this.random.below(6), () => ({
        ...shared,
        key: generateGet(this, table).key,
      }))
      byTable.set(table.shape.name, gets)
    }
    if (byTable.size === 0) return
    const requests = [...byTable].map(([name, gets]) => {
      const { TableName: _, Key: __, ...shared } = renderGet(gets[0] as GetMeaning)
      return [name, { ...shared, Keys: gets.map(({ key }) => key) }]
    })
    const input = {
      RequestItems: Object.fromEntries(requests),
      ...(detail && { ReturnConsumedCapacity: detail }),
    }
    const meanings = [...byTable.values()].flat().map(canonicalGet)
    await this.#compare('BatchGetItem', input, () => this.#model.batchGet(meanings, detail))
  }

  async #batchWrite(): Promise<void> {
    const detail = generateDetail(this.random)
    const requests = new Map<string, Json[]>()
    const meanings: WriteMeaning[] = []
    for (const table of this.random.some([...this.#model.tables.values()], 70)) {
      for (let count = 1 + this.random.below(7); count > 0; count--) {
        const generated = generateWrite(this, table)
        if (generated.kind === 'update') continue
        const meaning: WriteMeaning = { ...generated, condition: undefined }
        meanings.push(canonicalWrite(meaning))
        const request =
          meaning.kind === 'put'
            ? { PutRequest: { Item: meaning.item } }
            : { DeleteRequest: { Key: meaning.item } }
        requests.set(table.shape.name, [...(requests.get(table.shape.name) ?? []), request])
      }
    }
    if (meanings.length === 0) return
    const input = {
      RequestItems: Object.fromEntries(requests),
      ...(detail && { ReturnConsumedCapacity: detail }),
    }
    await this.#compare('BatchWriteItem', input, () => this.#model.batchWrite(meanings, detail))
  }

  async #transactGet(): Promise<void> {
    const detail = generateDetail(this.random)
    const gets = this.#distinct(1 + this.random.below(6), () => ({
      ...generateGet(this, this.#table()),
      consistent: false,
    }))
    const input = {
      TransactItems: gets.map((get) => ({ Get: renderGet(get) })),
      ...(detail && { ReturnConsumedCapacity: detail }),
    }
    await this.#compare('TransactGetItems', input, () =>
      this.#model.transactGet(gets.map(canonicalGet), detail),
    )
  }

  async #transactWrite(): Promise<void> {
    const { random } = this
    const isRepeat = this.#transactions.length > 0 && random.percent(30)
    const { input, meanings } = isRepeat ? this.#repeatedTransaction() : this.#newTransaction()
    const { TransactItems: actions, ClientRequestToken: token, ReturnConsumedCapacity: detail } = input
    const options = {
      token: token as string | undefined,
      request: JSON.stringify(actions),
      detail: detail as undefined,
    }
    await this.#compare('TransactWriteItems', input, () => this.#model.transactWrite(meanings, options))
  }

  #newTransaction(): { input: Json; meanings: WriteMeaning[] } {
    const { random } = this
    const count = 1 + random.below(5)
    const generated = Array.from({ length: count }, () => generateWrite(this, this.#table(), true))
    const token = random.percent(60) ? `token-${random.below(100_000)}` : undefined
    const detail = generateDetail(random)
    const input = {
      TransactItems: generated.map(renderTransactAction),
      ...(token && { ClientRequestToken: token }),
      ...(detail && { ReturnConsumedCapacity: detail }),
    }
    const transaction = { input, meanings: generated.map(canonicalWrite) }
    if (token !== undefined) this.#transactions = [...this.#transactions.slice(-9), transaction]
    return transaction
  }

  /** Returns a transaction that was sent before, or a different one under the token of one that was. */
  #repeatedTransaction(): { input: Json; meanings: WriteMeaning[] } {
    const earlier = this.random.pick(this.#transactions)
    if (this.random.percent(80)) return earlier
    const { input, meanings } = this.#newTransaction()
    return { input: { ...input, ClientRequestToken: earlier.input['ClientRequestToken'] }, meanings }
  }

  #distinct(count: number, make: () => GetMeaning): GetMeaning[] {
    const gets = Array.from({ length: count }, make)
    return [...new Map(gets.map((get) => [normalText([get.table, get.key]), get])).values()]
  }

  /** Checks that every table holds its items, and every index exactly the entries of the items that have its key. */
  async #checkAll(): Promise<void> {
    await this.#settle()
    for (const table of this.#model.tables.values()) {
      for (const index of [undefined, ...table.shape.indexes.map(({ name }) => name)]) {
        this.#note('invariant', [table.shape.name, index])
        await checkRead(this.#db, this.#model, wholeScan(table.shape.name, index))
      }
    }
  }
}

function wholeScan(table: string, index: string | undefined) {
  return {
    table,
    index,
    keyConditions: undefined,
    filter: undefined,
    projection: undefined,
    countOnly: false,
    allAttributes: false,
    reverse: false,
    consistent: false,
    limit: undefined,
    detail: 'INDEXES' as const,
  }
}

function canonicalGet(meaning: GetMeaning): GetMeaning {
  return { ...meaning, key: canonicalizeItem(meaning.key).item }
}
