import type { Json } from '../../differential/exchange.ts'
import { generateRequest } from '../../differential/generate/generate-request.ts'
import { generateItem, generateKey } from '../../differential/generate/table-shape.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { checkTables } from './check-tables.ts'
import { CopiesLedger } from './copies-ledger.ts'
import { copyMakers } from './copy-requests.ts'
import type { Side } from './side.ts'
import { SidesInStep } from './sides-in-step.ts'
import { createTable, tableMakers } from './table-requests.ts'
import { type ControlRequest, homeRegion, World } from './world.ts'

const makers = [...tableMakers, ...copyMakers]
const checkEvery = 150

/** How a program is run. */
export interface ProgramOptions {
  readonly steps: number
  /** Whether it continues while tables are still being filled and copied; then sides may differ for a while. */
  readonly hurries?: boolean
}

/**
 * Sends random requests of all kinds to several databases, with restarts, kills and restores in between. The databases
 * have to answer the same, and their contents have to be consistent.
 */
export class Program {
  readonly #random: SeededRandom
  readonly #options: ProgramOptions
  readonly #all: SidesInStep
  readonly #world = new World()
  readonly #copies: CopiesLedger

  constructor(random: SeededRandom, sides: readonly Side[], options: ProgramOptions) {
    this.#random = random
    this.#options = options
    this.#all = new SidesInStep(sides)
    this.#copies = new CopiesLedger(this.#all, this.#world)
  }

  /** What was sent, answered and done. */
  get log(): readonly string[] {
    return this.#all.log
  }

  async run(): Promise<void> {
    for (let step = 1; step <= this.#options.steps; step++) {
      await this.#step()
      if (step % checkEvery === 0) await checkTables(this.#all, this.#world, this.#random)
    }
    await checkTables(this.#all, this.#world, this.#random)
  }

  async #step(): Promise<void> {
    const random = this.#random
    if (this.#world.shapes.size === 0) return this.#control(createTable(this.#world, random))
    if (random.percent(4)) return this.#happen()
    if (random.percent(5))
      return this.#pass(random.pick([1000, 1500, 60_000, 400_000, 7_200_000, 90_000_000]))
    if (random.percent(20)) return this.#control(this.#drawControl())
    if (random.percent(3)) return this.#putLarge()
    if (random.percent(5)) return this.#setVector()
    if (random.percent(30)) return this.#fill()
    const tables = random.shuffle(this.#world.tables).slice(0, 3)
    const { operation, input } = generateRequest(random, tables)
    await this.#all.send(operation, input, this.#regionOf(tables[0]?.name ?? ''))
  }

  #drawControl(): ControlRequest | undefined {
    let place = this.#random.below(makers.reduce((sum, [weight]) => sum + weight, 0))
    const found = makers.find(([weight]) => {
      place -= weight
      return place < 0
    })
    return found?.[1](this.#world, this.#random)
  }

  async #control(request: ControlRequest | undefined): Promise<void> {
    if (request === undefined) return
    const random = this.#random
    const body = await this.#all.send(request.operation, request.input)
    if (body !== undefined) {
      request.done?.(body)
      await this.#copies.note(request, body)
    }
    if (random.percent(30)) await this.#happen()
    if (!this.#options.hurries || random.percent(30)) await this.#all.settled()
  }

  async #happen(): Promise<void> {
    for (const side of this.#all.sides) {
      if (this.#random.percent(60)) this.#all.log.push(`${side.name}: ${await side.happen(this.#random)}`)
    }
  }

  async #pass(ms: number): Promise<void> {
    if (!this.#options.hurries) await this.#all.settled()
    await this.#copies.endMoment()
    this.#all.log.push(`${ms} ms pass`)
    this.#world.nowMs += ms
    for (const side of this.#all.sides) await side.pass(ms)
  }

  #regionOf(table: string): string {
    return this.#random.pick(this.#world.regions.get(table) ?? [homeRegion])
  }

  /** Puts an item that may be so large that a page holds only a few of them. */
  async #putLarge(): Promise<void> {
    const random = this.#random
    const shape = random.pick(this.#world.tables)
    const pad = { S: 'x'.repeat(random.pick([3000, 30_000, 200_000, 395_000])) }
    const Item = { ...generateItem(random, shape), pad }
    await this.#all.send('PutItem', { TableName: shape.name, Item, ReturnConsumedCapacity: 'INDEXES' })
  }

  async #setVector(): Promise<void> {
    const random = this.#random
    const shape = random.pick(this.#world.tables)
    const target = { TableName: shape.name, Key: generateKey(random, shape) }
    const number = () => ({ N: String(random.below(7) - 3 + random.pick([0, 0.5])) })
    const set = {
      UpdateExpression: 'SET vector = :v',
      ExpressionAttributeValues: { ':v': { L: [number(), number()] } },
    }
    const change: Json = random.percent(90) ? set : { UpdateExpression: 'REMOVE vector' }
    await this.#all.send('UpdateItem', { ...target, ...change, ReturnConsumedCapacity: 'INDEXES' })
  }

  /** Writes a batch without conditions, so that nothing is refused; some items will expire. */
  async #fill(): Promise<void> {
    const random = this.#random
    const shape = random.pick(this.#world.tables)
    const writes = new Map<string, Json>()
    for (let count = 1 + random.below(8); count > 0; count--) {
      const Key = generateKey(random, shape)
      const expiry = random.percent(40) && {
        n1: { N: String(this.#world.nowSeconds + random.below(200_000)) },
      }
      const Item = { ...generateItem(random, shape), ...expiry, ...Key }
      const write = random.percent(80) ? { PutRequest: { Item } } : { DeleteRequest: { Key } }
      writes.set(JSON.stringify(Key), write)
    }
    const RequestItems = { [shape.name]: [...writes.values()] }
    await this.#all.send('BatchWriteItem', { RequestItems }, this.#regionOf(shape.name))
  }
}
