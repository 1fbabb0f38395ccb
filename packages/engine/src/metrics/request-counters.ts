import type { Table } from '../tables/table.ts'
import { BoundedSeries, type Budget } from './bounded-series.ts'
import { Histogram } from './histogram.ts'
import type { MetricFamily, Sample } from './metric-family.ts'

/** The counts of one operation on one table. */
class OperationCounts {
  requests = 0
  readonly errors = new Map<string, number>()
  readonly durations = new Histogram()
}

/** Counts requests, errors and durations by operation and table. */
export class RequestCounters {
  readonly #operations = new Map<string, BoundedSeries<OperationCounts>>()
  /** Each pair of an operation and a table has a histogram, which takes some twenty lines in the output. */
  readonly #budget: Budget

  constructor(maxPairs: number) {
    this.#budget = { left: maxPairs }
  }

  /** Counts a request. Names of operations and errors must come from us, because each creates a series. */
  add(operation: string, table: Table | undefined, durationMs: number, error: string | undefined): void {
    let tables = this.#operations.get(operation)
    if (tables === undefined) {
      tables = new BoundedSeries(this.#budget, () => new OperationCounts())
      this.#operations.set(operation, tables)
    }
    const counts = tables.of(table)
    counts.requests++
    counts.durations.add(durationMs)
    if (error !== undefined) counts.errors.set(error, (counts.errors.get(error) ?? 0) + 1)
  }

  keepOnly(arns: ReadonlySet<string>): void {
    for (const tables of this.#operations.values()) tables.keepOnly(arns)
  }

  families(): MetricFamily[] {
    const requests: Sample[] = []
    const errors: Sample[] = []
    const durations: Sample[] = []
    for (const [operation, tables] of this.#operations) {
      for (const { labels: place, value } of tables.entries()) {
        const labels = { operation, ...place }
        requests.push({ labels, value: value.requests })
        for (const [error, count] of value.errors) errors.push({ labels: { ...labels, error }, value: count })
        durations.push(...value.durations.samples(labels))
      }
    }
    return [
      {
        name: 'monotable_requests_total',
        help: 'Requests, by operation and table.',
        type: 'counter',
        samples: requests,
      },
      {
        name: 'monotable_request_errors_total',
        help: 'Requests that were answered with an error.',
        type: 'counter',
        samples: errors,
      },
      {
        name: 'monotable_request_duration_seconds',
        help: 'How long the database took for a request, without the network.',
        type: 'histogram',
        samples: durations,
      },
    ]
  }
}
