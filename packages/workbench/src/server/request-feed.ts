import type { ObservedRequest, TableModel } from '../shared/api.ts'
import type { Observations } from './connection.ts'
import { describeRequest } from './describe-request.ts'
import type { SeenRequest } from './seen-request.ts'

/** So many are told in each half second; of what is beyond only the number is. */
const mostAtOnce = 200
const remembered = 500

/** Some requests, and how many were left out. */
export interface RequestBatch {
  readonly requests: readonly ObservedRequest[]
  readonly dropped: number
}

/** Where a table's key and patterns are known from; it is asked for each request, and must be quick. */
export type FindModel = (table: string) => TableModel | undefined

/** The requests of one connection, as they come. It listens while somebody wants to know. */
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

  /** Begins to read: the last requests come first. */
  read(): RequestReader {
    if (this.#readers.size === 0) this.#start()
    const reader = new RequestReader(this.#recent, () => this.#leave(reader))
    this.#readers.add(reader)
    return reader
  }

  #start(): void {
    const past = this.#observations.recent()
    // What was told before is told again as it was: by its id a page knows that it has it already.
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
    // To describe a request takes longer than to answer it: under load most are only counted.
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

/** Nobody has numbered what was seen: of one moment, several may look the same. */
function isSame({ atMs, operation, durationMs }: SeenRequest, told: ObservedRequest): boolean {
  return (
    atMs === told.atMs &&
    operation === told.operation &&
    Math.round(durationMs * 1_000) === Math.round(told.durationMs * 1_000)
  )
}

/** One who reads a feed. */
export class RequestReader {
  #waiting: ObservedRequest[]
  #dropped = 0
  readonly end: () => void

  constructor(recent: readonly ObservedRequest[], end: () => void) {
    this.#waiting = recent.slice(-remembered)
    this.end = end
  }

  /** Whether one more is told at the next time; else it is counted. */
  hasRoom(): boolean {
    if (this.#waiting.length < mostAtOnce) return true
    this.#dropped += 1
    return false
  }

  add(request: ObservedRequest): void {
    this.#waiting.push(request)
  }

  /** What has come since the last time. */
  take(): RequestBatch {
    const batch = { requests: this.#waiting, dropped: this.#dropped }
    this.#waiting = []
    this.#dropped = 0
    return batch
  }
}
