import type { Connection } from './connection.ts'
import type { Connector } from './connector.ts'

/** For so many seconds an answer may be owed before it is looked whether anybody is there; and between two looks. */
const suspectTicks = 3
const ticksPerLook = 5

/** A server that owes an answer for this long after a statement should have ended has forgotten it. */
const graceTicks = 5

/**
 * Ends connections from which no answer will come. A machine that loses its power or its network says nothing, and the
 * system would wait for it for a quarter of an hour. So when an answer is owed for a while, it is tried whether the
 * host still lets somebody in: a statement may take long, but this may not.
 */
export class ConnectionWatch {
  readonly #connector: Connector
  readonly #maxTicks: number
  #isLooking = false

  constructor(connector: Connector, statementMs: number) {
    this.#connector = connector
    this.#maxTicks = Math.ceil(statementMs / 1000) + graceTicks
  }

  /** To be called every second. */
  tick(): void {
    const suspects = new Set<number>()
    for (const connection of this.#connector.connections) {
      connection.tick()
      const { quietTicks } = connection
      if (quietTicks > this.#maxTicks) connection.destroy()
      else if (quietTicks % ticksPerLook === suspectTicks) suspects.add(connection.host)
    }
    if (this.#isLooking || suspects.size === 0) return
    this.#isLooking = true
    void Promise.all([...suspects].map((host) => this.#look(host))).finally(() => {
      this.#isLooking = false
    })
  }

  async #look(host: number): Promise<void> {
    const before = this.#answersOf(host)
    if (await this.#connector.answers(host)) return
    // One that only has too much to do to let anybody in still does it.
    if (this.#answersOf(host) !== before) return
    this.#connector.avoid(host)
    for (const connection of this.#connectionsTo(host)) connection.destroy()
  }

  #answersOf(host: number): number {
    return this.#connectionsTo(host).reduce((sum, { answers }) => sum + answers, 0)
  }

  #connectionsTo(host: number): readonly Connection[] {
    return [...this.#connector.connections].filter((connection) => connection.host === host)
  }
}
