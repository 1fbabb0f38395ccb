import type { Connection } from './connection.ts'
import type { Connector } from './connector.ts'

/** How many seconds an answer may be overdue before the host is checked, and the time between two checks. */
const suspectTicks = 3
const ticksPerLook = 5

/** A server that still owes an answer this long after the statement's time limit has forgotten it. */
const graceTicks = 5

/**
 * Ends connections from which no answer will come. A machine that loses power or network says nothing, and the system
 * would wait for it for a quarter of an hour. So when an answer has been due for a while, the watch checks whether the
 * host still accepts connections: a statement may take long, but this may not.
 */
export class ConnectionWatch {
  readonly #connector: Connector
  readonly #maxTicks: number
  #isLooking = false

  constructor(connector: Connector, statementMs: number) {
    this.#connector = connector
    this.#maxTicks = Math.ceil(statementMs / 1000) + graceTicks
  }

  /** Must be called every second. */
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
    // A host that is merely too busy to accept connections still answers statements.
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
