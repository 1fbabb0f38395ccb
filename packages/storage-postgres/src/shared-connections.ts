import { StorageError } from '@monotable/engine'
import type { Connection } from './connection.ts'
import type { Connector } from './connector.ts'
import { isCrowded } from './postgres-failure.ts'
import type { Row, Statement } from './sql.ts'

/** After so many seconds it is tried whether there can be one more connection again. */
const ticksPerTrial = 30

/** Connections for reads, shared: each carries many statements at a time, one behind the other. */
export class SharedConnections {
  readonly #connector: Connector
  readonly #whenStarved: () => void
  readonly #lanes: (Connection | undefined)[]
  readonly #opening: (Promise<Connection> | undefined)[]
  /** How many of the lanes may be open. */
  #limit: number
  #ticks = 0
  #next = 0
  #isClosed = false

  /** `whenStarved` is called when there is no connection, and the database lets in no more. */
  constructor(connector: Connector, size: number, whenStarved: () => void) {
    this.#connector = connector
    this.#whenStarved = whenStarved
    this.#limit = size
    this.#lanes = new Array(size).fill(undefined)
    this.#opening = new Array(size).fill(undefined)
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    if (this.#isClosed) throw new StorageError('CLOSED', 'The connections were closed.')
    const number = this.#leastBusy()
    const lane = this.#lanes[number]
    const connection = lane?.isUsable ? lane : await this.#open(number)
    return connection.run(statement)
  }

  /** One that has nothing to do, else one that can be opened, else the one with the least: a long read holds up none. */
  #leastBusy(): number {
    let found = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < this.#limit; i++) {
      const number = (this.#next + i) % this.#limit
      const lane = this.#lanes[number]
      const load = lane?.isUsable ? lane.underWay : 0.5
      if (load >= least) continue
      found = number
      least = load
    }
    this.#next = found + 1
    return found
  }

  /** To be called every second. */
  tick(): void {
    for (let lane = this.#limit; lane < this.#lanes.length; lane++) this.#drop(lane)
    this.#ticks += 1
    if (this.#ticks % ticksPerTrial === 0 && this.#limit < this.#lanes.length) this.#limit += 1
  }

  /** Does with one connection less, because others cannot have any. */
  giveUpOne(): void {
    if (this.#limit === 1) return
    this.#limit -= 1
    this.#drop(this.#limit)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#opening)
    await Promise.all(this.#lanes.map((connection) => connection?.end()))
  }

  async #open(lane: number): Promise<Connection> {
    this.#opening[lane] ??= this.#replace(lane).finally(() => {
      this.#opening[lane] = undefined
    })
    try {
      return await this.#opening[lane]
    } catch (error) {
      // As long as one connection can be used, a server that lets in no more is no reason to refuse.
      const other = this.#lanes.find((connection) => connection?.isUsable)
      if (other !== undefined) return other
      if (isCrowded(error)) this.#whenStarved()
      throw error
    }
  }

  #drop(lane: number): void {
    const connection = this.#lanes[lane]
    this.#lanes[lane] = undefined
    void connection?.end()
  }

  async #replace(lane: number): Promise<Connection> {
    const connection = await this.#connector.connect()
    const old = this.#lanes[lane]
    this.#lanes[lane] = connection
    connection.onBroken(() => {
      if (this.#lanes[lane] === connection) this.#lanes[lane] = undefined
    })
    // It goes when what it still has to do is done.
    void old?.end()
    return connection
  }
}
