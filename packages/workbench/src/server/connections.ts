import type { ConnectionInfo, TableModel } from '../shared/api.ts'
import { ApiError, notFound } from './api-error.ts'
import type { Connection } from './connection.ts'
import { observeOwn } from './own-observations.ts'
import { type FindModel, RequestFeed } from './request-feed.ts'

/** A connection, and whether it may change something. */
export interface KeptConnection {
  readonly id: string
  readonly connection: Connection
  /** Its requests, or at least those of the page. */
  readonly feed: RequestFeed
  readOnly: boolean
  /** Told what was found out of a table that is looked at: by it the keys of its requests are known. */
  readonly lookedAt: (model: TableModel) => void
}

/** What connections are kept with. */
export interface ConnectionsContext {
  readonly readOnly: boolean
  readonly findModel: FindModel
  readonly timer: () => number
  readonly now: () => number
  /** What else there is to look into at this moment; what is not among it any more goes. */
  readonly others?: (() => Promise<readonly Connection[]>) | undefined
}

/** So many tables that are looked at are remembered. */
const maxGuessed = 100

/** Nobody needs more, and each keeps something open. */
const maxConnections = 50

/** The databases that the page can look into. */
export class Connections {
  readonly #context: ConnectionsContext
  readonly #kept = new Map<string, KeptConnection>()
  /** What was found, and is not taken away by a person. */
  readonly #found = new Map<Connection, string>()
  #number = 0

  constructor(given: readonly Connection[], context: ConnectionsContext) {
    this.#context = context
    for (const connection of given) this.add(connection)
  }

  /** What is somebody else's is read-only until it is switched. */
  add(given: Connection): KeptConnection {
    if (this.#kept.size >= maxConnections) {
      throw new ApiError(409, 'TooMany', `There are ${maxConnections} connections already; close one first.`)
    }
    const { readOnly, findModel } = this.#context
    const isFirst = this.#number++ === 0
    const id = given.id ?? (isFirst && given.kind === 'embedded' ? 'embedded' : `c${this.#number}`)
    const { connection, observations } =
      given.observations === undefined
        ? observeOwn(given, this.#context)
        : { connection: given, observations: given.observations }
    const guessed = new GuessedModels()
    const feed = new RequestFeed(observations, (table) => guessed.find(table) ?? findModel(table))
    const isGuarded = connection.kind !== 'embedded' || connection.guarded === true
    const lookedAt = (model: TableModel) => guessed.add(model)
    const kept = { id, connection, feed, readOnly: readOnly || isGuarded, lookedAt }
    this.#kept.set(id, kept)
    return kept
  }

  /** Takes in what has shown up since the last time, and lets go what has gone. */
  async discover(): Promise<void> {
    const there = (await this.#context.others?.()) ?? []
    for (const [given, id] of this.#found) {
      if (there.includes(given)) continue
      this.#found.delete(given)
      this.#kept.delete(id)
    }
    for (const given of there) {
      if (this.#found.has(given) || this.#kept.size >= maxConnections) continue
      this.#found.set(given, this.add(given).id)
    }
  }

  require(id: string): KeptConnection {
    const kept = this.#kept.get(id)
    if (kept === undefined) throw notFound('such connection')
    return kept
  }

  setReadOnly(id: string, readOnly: boolean): KeptConnection {
    const kept = this.require(id)
    if (!readOnly && this.#context.readOnly) {
      throw new ApiError(403, 'ReadOnly', 'This workbench was started to change nothing (--read-only).')
    }
    kept.readOnly = readOnly
    return kept
  }

  /** The database of this very process stays. */
  async remove(id: string): Promise<void> {
    const { connection } = this.require(id)
    if (connection.kind === 'embedded') {
      throw new ApiError(409, 'InUse', 'The database of this process cannot be disconnected.')
    }
    this.#kept.delete(id)
    await connection.close?.()
  }

  /** What the page is told of all of them, with the names of tables that take no request to know. */
  async list(): Promise<ConnectionInfo[]> {
    await this.discover()
    return Promise.all(
      this.all().map(async (kept) => {
        const tables = await kept.connection.tables?.()
        return { ...describeConnection(kept), ...(tables !== undefined && { tables }) }
      }),
    )
  }

  all(): readonly KeptConnection[] {
    return [...this.#kept.values()]
  }
}

/** What the page is told of a connection. */
export function describeConnection({ id, connection, readOnly }: KeptConnection): ConnectionInfo {
  const { kind, name, address, region, endpoint, profile, observations } = connection
  return {
    ...{ id, name, kind, address, region, readOnly, observes: observations !== undefined },
    ...(endpoint !== undefined && { endpoint }),
    ...(profile !== undefined && { profile }),
  }
}

/** The tables of a connection that are not those of a declared model, as far as they were looked at. */
class GuessedModels {
  readonly #models = new Map<string, TableModel>()

  add(model: TableModel): void {
    this.#models.delete(model.table)
    if (model.source !== 'guessed') return
    this.#models.set(model.table, model)
    const [oldest] = this.#models.keys()
    if (this.#models.size > maxGuessed && oldest !== undefined) this.#models.delete(oldest)
  }

  find(table: string): TableModel | undefined {
    return this.#models.get(table)
  }
}
