import { StorageError } from '@monotable/engine'
import type { Connection } from './connection.ts'
import type { Connector } from './connector.ts'
import { isCrowded } from './postgres-failure.ts'
import type { Row, Statement } from './sql.ts'

/** After so many seconds it is tried whether there can be one more connection again. */
const ticksPerTrial = 30

/**
 * Connections for reads, shared: each carries many statements at a time, one behind the other. Those that may be long
 * leave the first connection to the others, which would wait behind dozens of them.
 */
export class SharedConnections {
  readonly #connector: Connector
  readonly #whenStarved: () => void
  readonly #lanes: (Connection | undefined)[]
  readonly #opening: (Promise<Connection> | undefined)[]
  /** Lanes that could not be opened when it was tried last. */
  readonly #refused = new Set<number>()
  /** Whether the database let in no more when it was tried last; until the next trial nobody tries. */
  #isFull = false
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

  async query(statement: Statement, isLong = false): Promise<readonly Row[]> {
    if (this.#isClosed) throw new StorageError('CLOSED', 'The connections were closed.')
    const number = this.#leastBusy(isLong, this.#isFull ? Number.POSITIVE_INFINITY : 0.5)
    const lane = this.#lanes[number]
    const connection = lane?.isUsable ? lane : await this.#open(number, isLong)
    connection.makeRoom()
    return connection.run(statement)
  }

  /** One that has nothing to do, else one that can be opened, else the one with the least: a long read holds up none. */
  #leastBusy(isLong: boolean, closedLoad: number): number {
    let found = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < this.#limit; i++) {
      const number = (this.#next + i) % this.#limit
      if (isLong && number === 0 && this.#limit > 1) continue
      const lane = this.#lanes[number]
      const load = lane?.isUsable ? lane.underWay : closedLoad
      if (load >= least) continue
      found = number
      least = load
    }
    this.#next = found + 1
    return found
  }

  /** To be called every second. */
  tick(): void {
    this.#dropSpare()
    this.#ticks += 1
    if (this.#ticks % ticksPerTrial !== 0) return
    this.#isFull = false
    if (this.#limit < this.#lanes.length) this.#limit += 1
  }

  /** Does with one connection less, because others cannot have any. */
  giveUpOne(): void {
    const open = this.#lanes.filter((lane) => lane !== undefined).length
    this.#limit = Math.max(1, Math.min(this.#limit, open) - 1)
    this.#dropSpare()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#opening)
    await Promise.all(this.#lanes.map((connection) => connection?.end()))
  }

  async #open(lane: number, isLong: boolean): Promise<Connection> {
    this.#opening[lane] ??= this.#replace(lane).finally(() => {
      this.#opening[lane] = undefined
    })
    const opening = this.#opening[lane]
    // Behind a pool that has no connection left it may take long each time.
    const other = this.#refused.has(lane) ? this.#usable(isLong) : undefined
    if (other !== undefined) {
      opening.catch(() => {})
      return other
    }
    try {
      return await opening
    } catch (error) {
      // As long as one connection can be used, a server that lets in no more is no reason to refuse.
      const late = this.#usable(isLong)
      if (late !== undefined) return late
      if (isCrowded(error)) this.#whenStarved()
      throw error
    }
  }

  #usable(isLong: boolean): Connection | undefined {
    const lane = this.#lanes[this.#leastBusy(isLong, Number.POSITIVE_INFINITY)]
    return lane?.isUsable ? lane : undefined
  }

  #dropSpare(): void {
    for (let lane = this.#limit; lane < this.#lanes.length; lane++) {
      void this.#lanes[lane]?.end()
      this.#lanes[lane] = undefined
    }
  }

  async #replace(lane: number): Promise<Connection> {
    const connection = await this.#connector.connect().catch((error: unknown) => {
      this.#refused.add(lane)
      this.#isFull ||= isCrowded(error)
      throw error
    })
    this.#refused.delete(lane)
    this.#isFull = false
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
