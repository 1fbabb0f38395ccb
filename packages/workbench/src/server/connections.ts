import type { ConnectionInfo, TableModel } from '../shared/api.ts'
import { ApiError, notFound, startedReadOnly } from './api-error.ts'
import type { Connection } from './connection.ts'
import { observeOwn } from './own-observations.ts'
import { type FindModel, RequestFeed } from './request-feed.ts'

/** A connection, and whether it is read-only. */
export interface KeptConnection {
  readonly id: string
  readonly connection: Connection
  /** The requests of the connection, or at least those of the page. */
  readonly feed: RequestFeed
  readOnly: boolean
  /** Whether users may switch that; not in a workbench started with --read-only. */
  readonly maySwitch: boolean
  /** Called with the model that was found for a table being viewed; it identifies the keys of the table's requests. */
  readonly lookedAt: (model: TableModel) => void
}

/** The settings and clocks for keeping connections. */
export interface ConnectionsContext {
  readonly readOnly: boolean
  readonly findModel: FindModel
  readonly timer: () => number
  readonly now: () => number
  /** Returns the other databases available now; any that is no longer among them is removed. */
  readonly others?: (() => Promise<readonly Connection[]>) | undefined
}

/** How many viewed tables are remembered. */
const maxGuessed = 100

/** Nobody needs more, and each connection keeps resources open. */
const maxConnections = 50

/** The databases that the page can explore. */
export class Connections {
  readonly #context: ConnectionsContext
  readonly #kept = new Map<string, KeptConnection>()
  /** Connections that were discovered rather than added; users cannot remove them. */
  readonly #found = new Map<Connection, string>()
  #number = 0

  constructor(given: readonly Connection[], context: ConnectionsContext) {
    this.#context = context
    for (const connection of given) this.add(connection)
  }

  /** Adds a connection. A database of others is read-only until the user switches that off. */
  add(given: Connection): KeptConnection {
    if (this.#kept.size >= maxConnections) {
      throw new ApiError(409, 'TooMany', `There are already ${maxConnections} connections; remove one first.`)
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
    const kept = { id, connection, feed, readOnly: readOnly || isGuarded, maySwitch: !readOnly, lookedAt }
    this.#kept.set(id, kept)
    return kept
  }

  /** Adds connections that have appeared since the last time, and drops those that have gone. */
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
    if (!readOnly && !kept.maySwitch) throw startedReadOnly()
    kept.readOnly = readOnly
    return kept
  }

  /** Removes a connection, except to the database of this process. */
  async remove(id: string): Promise<void> {
    const { connection } = this.require(id)
    if (connection.kind === 'embedded') {
      throw new ApiError(409, 'InUse', 'The database of this workbench cannot be removed.')
    }
    this.#kept.delete(id)
    await connection.close?.()
  }

  /** Describes all connections to the page, with the names of tables where no request is needed. */
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

/** Describes a connection to the page. */
export function describeConnection({ id, connection, readOnly }: KeptConnection): ConnectionInfo {
  const { kind, name, address, region, endpoint, profile, observations } = connection
  return {
    ...{ id, name, kind, address, region, readOnly, observes: observations !== undefined },
    ...(endpoint !== undefined && { endpoint }),
    ...(profile !== undefined && { profile }),
  }
}

/** The guessed models of tables that have been viewed and have no declared model. */
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
