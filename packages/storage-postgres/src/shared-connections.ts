import { StorageError } from '@monotable/engine'
import type { Connection } from './connection.ts'
import type { Connector } from './connector.ts'
import { isCrowded } from './postgres-failure.ts'
import type { Row, Statement } from './sql.ts'

/** After this many seconds, another connection is tried again. */
const ticksPerTrial = 30

/**
 * Shared connections for reads: each carries many statements at a time, one after the other. Statements that may be
 * long leave the first connection to short ones, which would otherwise wait behind dozens of them.
 */
export class SharedConnections {
  readonly #connector: Connector
  readonly #whenStarved: () => void
  readonly #lanes: (Connection | undefined)[]
  readonly #opening: (Promise<Connection> | undefined)[]
  /** Lanes whose last attempt to open failed. */
  readonly #refused = new Set<number>()
  /** Whether the database refused the last new connection; nobody tries until the next trial. */
  #isFull = false
  /** How many lanes may be open. */
  #limit: number
  #ticks = 0
  #next = 0
  #isClosed = false

  /** `whenStarved` is called when there is no connection and the database accepts no more. */
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

  /**
   * Returns an idle lane, or else one that can be opened, or else the least busy one, so that a long read holds up
   * nobody.
   */
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

  /** Must be called every second. */
  tick(): void {
    this.#dropSpare()
    this.#ticks += 1
    if (this.#ticks % ticksPerTrial !== 0) return
    this.#isFull = false
    if (this.#limit < this.#lanes.length) this.#limit += 1
  }

  /** Gives up one connection because others cannot get any. */
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
    // Behind a pool with no connection left, each attempt may take long.
    const other = this.#refused.has(lane) ? this.#usable(isLong) : undefined
    if (other !== undefined) {
      opening.catch(() => {})
      return other
    }
    try {
      return await opening
    } catch (error) {
      // While one connection is usable, a server that accepts no more is no reason to refuse.
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
    // It closes once its remaining work is done.
    void old?.end()
    return connection
  }
}
