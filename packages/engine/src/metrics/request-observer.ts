import { ServiceError } from '@monotable/protocol'
import type { UsageMeter } from '../capacity/usage-meter.ts'
import type { Catalogue, Realm } from '../tables/catalogue.ts'
import type { Table } from '../tables/table.ts'
import { resolveTableName } from '../tables/table-name.ts'
import type { Clock } from '../util/clock.ts'
import { encodeJson } from '../util/json-text.ts'
import { Metrics } from './metrics.ts'
import { factsOf, itemCount, type RequestFacts, unitsOf } from './request-facts.ts'
import { RequestMeter } from './request-meter.ts'
import { RequestRing, type RequestRingOptions } from './request-ring.ts'

/** What is counted and remembered of requests. */
export interface MetricsOptions {
  /** The last requests, which `requests()` lists. */
  readonly requests?: RequestRingOptions
}

/** What a server knows of a request beside the request itself. */
export interface RequestDetails {
  /** As the client is told it. */
  readonly requestId?: string | undefined
  readonly accessKeyId?: string | undefined
  /** The size of the body. */
  readonly sizeBytes?: number | undefined
}

/** A request that is under way. */
export interface ObservedRequest {
  readonly operation: string
  readonly input: unknown
  readonly realm: Realm
  readonly details: RequestDetails | undefined
  readonly startMs: number
  /** Hears what it uses, where units are counted for each request. */
  readonly meter: RequestMeter | undefined
}

/** How a request ended: with an answer, and its text where it has one, or with an error. */
export type RequestEnd =
  | { readonly answer: { readonly [member: string]: unknown }; readonly text?: string | undefined }
  | { readonly error: unknown }

/** Counts requests, and remembers the last of them. It must be quick: every request goes through it twice. */
export class RequestObserver {
  readonly metrics = new Metrics()
  readonly ring: RequestRing
  readonly #clock: Clock
  readonly #timer: () => number

  constructor(options: MetricsOptions, clock: Clock, timer: () => number = () => performance.now()) {
    this.ring = new RequestRing(options.requests)
    this.#clock = clock
    this.#timer = timer
  }

  begin(
    call: Pick<ObservedRequest, 'operation' | 'input' | 'realm' | 'details'>,
    meter: UsageMeter,
  ): ObservedRequest {
    const { operation, input, realm, details } = call
    const own = this.ring.countsUnits ? new RequestMeter(meter) : undefined
    return { operation, input, realm, details, startMs: this.#timer(), meter: own }
  }

  end(request: ObservedRequest, end: RequestEnd, catalogue: Catalogue | undefined): void {
    const durationMs = this.#timer() - request.startMs
    const facts = factsOf(request.input)
    const error = 'error' in end ? errorName(end.error) : undefined
    const table = catalogue && findTable(catalogue, request.realm, facts)
    this.metrics.requests.add(request.operation, table, durationMs, error)
    if (this.ring.isOn) this.#remember(request, end, { facts, error, durationMs })
  }

  #remember(
    { operation, input, realm, details, meter }: ObservedRequest,
    end: RequestEnd,
    { facts, error, durationMs }: { facts: RequestFacts; error: string | undefined; durationMs: number },
  ): void {
    const { keepsBodies } = this.ring
    const answer = 'answer' in end ? end.answer : undefined
    const text = 'answer' in end ? end.text : undefined
    this.ring.add({
      atMs: this.#clock.now(),
      operation,
      region: realm.region,
      accountId: realm.accountId,
      tables: facts.tables,
      index: facts.index,
      error,
      durationMs,
      units: meter?.units ?? (answer && unitsOf(answer)),
      items: answer && itemCount(input, answer),
      requestBytes: details?.sizeBytes,
      answerBytes: text === undefined ? undefined : Buffer.byteLength(text),
      requestId: details?.requestId,
      accessKeyId: details?.accessKeyId,
      request: keepsBodies ? this.ring.shorten(inputText(input)) : undefined,
      answer: keepsBodies && answer ? this.ring.shorten(text ?? encodeJson(answer)) : undefined,
    })
  }
}

/** A request as JSON. It is not checked, and may be nested deeper than can be written. */
function inputText(input: unknown): string {
  try {
    return JSON.stringify(input, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    )
  } catch {
    return ''
  }
}

/** Only names that are ours become labels. */
function errorName(error: unknown): string {
  return error instanceof ServiceError ? error.name : 'InternalServerError'
}

/** The only table that a request names, if it is there. */
function findTable(catalogue: Catalogue, realm: Realm, { tables }: RequestFacts): Table | undefined {
  const [name] = tables
  if (name === undefined || tables.length > 1) return undefined
  if (!name.startsWith('arn:')) return catalogue.find(realm, name)
  try {
    return catalogue.find(realm, resolveTableName(realm, name))
  } catch {
    return undefined
  }
}
