import type { ObservedRequest } from '../../shared/api.ts'

/** The filter of the list of requests. */
export interface RequestFilter {
  /** Words that must all occur. */
  readonly words: string
  readonly operation: string
  readonly show: 'all' | 'errors' | 'scans' | 'undocumented'
  /** Whether requests of the page itself are shown too. */
  readonly own: boolean
}

export const allRequests: RequestFilter = { words: '', operation: '', show: 'all', own: false }

const kept = 5_000

/** The recent requests, from oldest to newest. */
export class RequestLog {
  #requests: ObservedRequest[] = []
  #lastId = -1
  #dropped = 0

  /** Adds new requests; after a reconnect some are sent again. */
  add(requests: readonly ObservedRequest[], dropped = 0): void {
    const fresh = requests.filter(({ id }) => id > this.#lastId)
    this.#dropped += dropped
    if (fresh.length === 0) return
    this.#lastId = fresh.at(-1)?.id ?? this.#lastId
    this.#requests = [...this.#requests, ...fresh].slice(-kept)
  }

  clear(): void {
    this.#requests = []
    this.#dropped = 0
  }

  get all(): readonly ObservedRequest[] {
    return this.#requests
  }

  /** Counts the requests after the one with this id; requests of other tables have ids in between. */
  countAfter(id: number): number {
    return this.#requests.filter((request) => request.id > id).length
  }

  /** The number of requests that were left out. */
  get dropped(): number {
    return this.#dropped
  }
}

/** Returns the requests that match, newest first. */
export function filterRequests(
  requests: readonly ObservedRequest[],
  filter: RequestFilter,
): readonly ObservedRequest[] {
  const words = filter.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const wanted = requests.filter((request) => {
    if (request.own === true && !filter.own) return false
    if (filter.operation !== '' && request.operation !== filter.operation) return false
    if (filter.show === 'errors' && request.error === undefined) return false
    if (filter.show === 'scans' && !isScan(request)) return false
    if (filter.show === 'undocumented' && request.undocumented !== true) return false
    return words.length === 0 || matches(request, words)
  })
  return wanted.toReversed()
}

function matches(request: ObservedRequest, words: readonly string[]): boolean {
  const { operation, tables, index, key, error, pattern, undocumented } = request
  const said = undocumented === true ? 'undocumented' : ''
  const text = [operation, ...tables, index, key, error, pattern, said].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

export function isScan({ operation }: ObservedRequest): boolean {
  return operation === 'Scan'
}

export interface RequestSummary {
  readonly count: number
  readonly units: number
  readonly errors: number
  readonly scans: number
  readonly undocumented: number
}

/** Summarizes requests in a few figures. */
export function summariseRequests(requests: readonly ObservedRequest[]): RequestSummary {
  const summary = { count: requests.length, units: 0, errors: 0, scans: 0, undocumented: 0 }
  for (const request of requests) {
    summary.units += request.units ?? 0
    if (request.error !== undefined) summary.errors++
    if (isScan(request)) summary.scans++
    if (request.undocumented === true) summary.undocumented++
  }
  return summary
}
