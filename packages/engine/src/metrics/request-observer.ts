import { ServiceError } from '@monotable/protocol'
import type { Catalogue, Realm } from '../tables/catalogue.ts'
import type { Table } from '../tables/table.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { type Clock, systemClock } from '../util/clock.ts'
import { encodeJson } from '../util/json-text.ts'
import type { Metrics } from './metrics.ts'
import { itemCount, tablesOf, textMember, unitsOf } from './request-facts.ts'
import {
  type RequestRecord,
  RequestRing,
  type RequestRingOptions,
  recordOf,
  type Slot,
} from './request-ring.ts'

/** Options for counting and remembering requests. */
export interface MetricsOptions {
  /** The latest requests, which `requests()` lists. */
  readonly requests?: RequestRingOptions
}

/** What a server knows about a request besides the request itself. */
export interface RequestDetails {
  /** As sent to the client. */
  readonly requestId?: string | undefined
  readonly accessKeyId?: string | undefined
  /** The size of the body. */
  readonly sizeBytes?: number | undefined
}

/** A request in progress. */
export interface ObservedRequest {
  readonly operation: string
  readonly input: unknown
  readonly realm: Realm
  readonly catalogue: Catalogue
  readonly details: RequestDetails | undefined
  readonly startMs: number
}

/** What an observer works with. */
interface Surroundings {
  readonly metrics: Metrics
  readonly clock: Clock
  /** Milliseconds from an arbitrary start, with fractions. */
  readonly timer?: () => number
}

/** How a request ended. */
interface Outcome {
  readonly answer: Answer | undefined
  readonly text: string | undefined
  readonly units: number | undefined
}

type Answer = { readonly [member: string]: unknown }

/**
 * Called for each answered request, with its input: unvalidated, of any form, and not to be changed or kept. Must
 * be fast.
 */
export type RequestListener = (record: RequestRecord, input: unknown) => void

/** Counts requests, and remembers the latest. Must be fast: every request goes through it twice. */
export class RequestObserver {
  readonly #metrics: Metrics
  readonly ring: RequestRing
  readonly #timeOf: (timerMs: number) => number
  readonly #timer: () => number
  readonly #listeners = new Set<RequestListener>()

  constructor(
    options: MetricsOptions,
    { metrics, clock, timer = performance.now.bind(performance) }: Surroundings,
  ) {
    this.#metrics = metrics
    this.ring = new RequestRing(options.requests)
    this.#timer = timer
    this.#timeOf = clock === systemClock ? createTimeOf(clock) : () => clock.now()
  }

  /** Calls a listener for all requests from now on, until the returned function is called. */
  watch(listener: RequestListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(
    operation: string,
    input: unknown,
    { realm, catalogue }: { realm: Realm; catalogue: Catalogue },
    details: RequestDetails | undefined,
  ): ObservedRequest {
    return { operation, input, realm, catalogue, details, startMs: this.#timer() }
  }

  /** Records an answer, with its text if it has one. `units` is what was counted, if it was. */
  answered(
    request: ObservedRequest,
    { answer, text }: { readonly answer: Answer; readonly text: string | undefined },
    units: number | undefined,
  ): void {
    this.#end(request, undefined, { answer, text, units: units ?? unitsOf(answer) })
  }

  failed(request: ObservedRequest, error: unknown, units: number | undefined): void {
    this.#end(request, errorName(error), { answer: undefined, text: undefined, units })
  }

  #end(request: ObservedRequest, error: string | undefined, { answer, text, units }: Outcome): void {
    const { operation, input, realm, catalogue, startMs } = request
    const endMs = this.#timer()
    const durationMs = endMs - startMs
    const name = textMember(input, 'TableName')
    const names = name === undefined ? tablesOf(input) : undefined
    const only = name ?? (names?.length === 1 ? names[0] : undefined)
    const table = only === undefined ? undefined : findTable(catalogue, realm, only)
    this.#metrics.requests.add(operation, table, durationMs, error)
    if (!this.ring.isOn && this.#listeners.size === 0) return
    const slot = this.ring.nextSlot()
    slot.atMs = this.#timeOf(endMs)
    slot.operation = operation
    slot.region = realm.region
    slot.accountId = realm.accountId
    slot.table = name
    slot.tables = names
    slot.index = textMember(input, 'IndexName')
    slot.error = error
    slot.durationMs = durationMs
    slot.units = units
    slot.items = answer && itemCount(input, answer)
    slot.requestBytes = request.details?.sizeBytes
    slot.answerBytes = text === undefined ? undefined : Buffer.byteLength(text)
    slot.requestId = request.details?.requestId
    slot.accessKeyId = request.details?.accessKeyId
    slot.request = this.ring.keepsBodies ? this.ring.shorten(inputText(input)) : undefined
    slot.answer = this.ring.keepsBodies && answer ? this.ring.shorten(text ?? encodeJson(answer)) : undefined
    if (this.#listeners.size > 0) this.#notify(slot, input)
  }

  /** Calls the listeners. An exception in one is not a failure of the request. */
  #notify(slot: Slot, input: unknown): void {
    const record = recordOf(slot)
    for (const listener of this.#listeners) {
      try {
        listener(record, input)
      } catch {
        this.#listeners.delete(listener)
      }
    }
  }
}

/**
 * Returns a function from timer values to clock times. Reading the clock costs most here, in some virtual machines
 * nearly half a microsecond, so it is read once a second and the timer is trusted in between.
 */
function createTimeOf(clock: Clock): (timerMs: number) => number {
  let offsetMs = 0
  let readAtMs = Number.NEGATIVE_INFINITY
  return (timerMs) => {
    if (timerMs - readAtMs >= 1_000) {
      readAtMs = timerMs
      offsetMs = clock.now() - timerMs
    }
    return Math.round(timerMs + offsetMs)
  }
}

/** Returns a request as JSON. It has not been validated, and may be nested too deeply to be written. */
function inputText(input: unknown): string {
  try {
    return JSON.stringify(input, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    )
  } catch {
    return ''
  }
}

/** Returns the name of an error as a label; only names that come from us become labels. */
function errorName(error: unknown): string {
  return error instanceof ServiceError ? error.name : 'InternalServerError'
}

/** Returns the table of that name or ARN, if it exists. */
function findTable(catalogue: Catalogue, realm: Realm, name: string): Table | undefined {
  if (!name.startsWith('arn:')) return catalogue.find(realm, name)
  try {
    return catalogue.find(realm, resolveTableName(realm, name))
  } catch {
    return undefined
  }
}
