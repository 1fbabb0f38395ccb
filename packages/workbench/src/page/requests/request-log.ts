import type { ObservedRequest } from '../../shared/api.ts'

/** What is wanted of the list. */
export interface RequestFilter {
  /** Words that all have to be found. */
  readonly words: string
  readonly operation: string
  readonly show: 'all' | 'errors' | 'scans' | 'undocumented'
  /** Whether those of the page itself are shown too. */
  readonly own: boolean
}

export const allRequests: RequestFilter = { words: '', operation: '', show: 'all', own: false }

const kept = 5_000

/** The last requests, from the oldest to the newest. */
export class RequestLog {
  #requests: ObservedRequest[] = []
  #lastId = -1
  #dropped = 0

  /** Adds what is new; after a reconnect some are told again. */
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

  /** How many came after one, by its id; other tables have ids between them. */
  countAfter(id: number): number {
    return this.#requests.filter((request) => request.id > id).length
  }

  /** How many there were that were not told. */
  get dropped(): number {
    return this.#dropped
  }
}

/** Those that are wanted, newest first. */
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

/** All of them in a few figures. */
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
