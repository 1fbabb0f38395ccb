import type { ObservedRequest, TableModel } from '../shared/api.ts'
import type { Observations } from './connection.ts'
import { describeRequest } from './describe-request.ts'
import type { SeenRequest } from './seen-request.ts'

/** The maximum number of requests sent in each half second; further ones are only counted. */
const mostAtOnce = 200
const remembered = 500

/** A batch of requests, and how many were left out. */
export interface RequestBatch {
  readonly requests: readonly ObservedRequest[]
  readonly dropped: number
}

/** Finds the model of a table. Called for each request, so it must be fast. */
export type FindModel = (table: string) => TableModel | undefined

/** The live requests of one connection. It observes the database only while it has readers. */
export class RequestFeed {
  readonly #observations: Observations
  readonly #findModel: FindModel
  readonly #readers = new Set<RequestReader>()
  #recent: ObservedRequest[] = []
  #unwatch: (() => void) | undefined
  #lastId = 0

  constructor(observations: Observations, findModel: FindModel) {
    this.#observations = observations
    this.#findModel = findModel
  }

  /** Adds a reader; it receives the recent requests first. */
  read(): RequestReader {
    if (this.#readers.size === 0) this.#start()
    const reader = new RequestReader(this.#recent, () => this.#leave(reader))
    this.#readers.add(reader)
    return reader
  }

  #start(): void {
    const past = this.#observations.recent()
    // Requests that were already sent keep their ids, so that the page recognizes them.
    const last = this.#recent.at(-1)
    const known = last === undefined ? 0 : past.findLastIndex((seen) => isSame(seen, last)) + 1
    const fresh = past.slice(known).slice(-remembered)
    this.#recent = [...this.#recent, ...fresh.map((seen) => this.#describe(seen))].slice(-remembered)
    this.#unwatch = this.#observations.watch((seen) => this.#take(seen))
  }

  #leave(reader: RequestReader): void {
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return
    this.#unwatch?.()
    this.#unwatch = undefined
  }

  #take(seen: SeenRequest): void {
    // Describing a request takes longer than answering it; under load most are only counted.
    const readers = [...this.#readers].filter((reader) => reader.hasRoom())
    if (readers.length === 0) return
    const described = this.#describe(seen)
    this.#recent.push(described)
    if (this.#recent.length > remembered * 2) this.#recent = this.#recent.slice(-remembered)
    for (const reader of readers) reader.add(described)
  }

  #describe(seen: SeenRequest): ObservedRequest {
    this.#lastId += 1
    const [table, ...others] = seen.tables
    const model = table === undefined || others.length > 0 ? undefined : this.#findModel(table)
    return describeRequest(this.#lastId, seen, model)
  }
}

/** Whether two records are the same request. They have no ids, so several of the same moment may look the same. */
function isSame({ atMs, operation, durationMs }: SeenRequest, told: ObservedRequest): boolean {
  return (
    atMs === told.atMs &&
    operation === told.operation &&
    Math.round(durationMs * 1_000) === Math.round(told.durationMs * 1_000)
  )
}

/** A reader of a feed. */
export class RequestReader {
  #waiting: ObservedRequest[]
  #dropped = 0
  readonly end: () => void

  constructor(recent: readonly ObservedRequest[], end: () => void) {
    this.#waiting = recent.slice(-remembered)
    this.end = end
  }

  /** Whether another request fits into the next batch; otherwise it is counted as dropped. */
  hasRoom(): boolean {
    if (this.#waiting.length < mostAtOnce) return true
    this.#dropped += 1
    return false
  }

  add(request: ObservedRequest): void {
    this.#waiting.push(request)
  }

  /** Takes the requests that have arrived since the last call. */
  take(): RequestBatch {
    const batch = { requests: this.#waiting, dropped: this.#dropped }
    this.#waiting = []
    this.#dropped = 0
    return batch
  }
}
