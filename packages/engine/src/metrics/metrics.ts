import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Catalogue } from '../tables/catalogue.ts'
import type { Table } from '../tables/table.ts'
import type { Collect, MetricFamily, Sample } from './metric-family.ts'
import { RequestCounters } from './request-counters.ts'
import { labelsOf } from './table-labels.ts'
import { UsageCounters } from './usage-counters.ts'

/**
 * Callers may have any number of tables, so only this many tables, and pairs of an operation and a table, have
 * their own values. The rest is counted together, without a table.
 */
const maxTables = 200
const maxPairs = 300
/** How many tables are listed with their sizes. */
const maxSizedTables = 500

/** What is counted while a database is open, starting at zero when it is opened. */
export class Metrics {
  readonly requests = new RequestCounters(maxPairs)
  readonly usage = new UsageCounters(maxTables)
  readonly #gauges = new Map<string, { readonly help: string; readonly collect: Collect }>()

  /**
   * Adds a metric whose values are computed when the metrics are read; replaces one of the same name. The number of
   * values must be bounded.
   */
  gauge(name: string, help: string, collect: Collect): void {
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new TypeError(`${name} is no name of a metric`)
    this.#gauges.set(name, { help, collect })
  }

  /** Returns everything that was counted, and the current values. */
  async families(storage: Storage, catalogue: Catalogue): Promise<MetricFamily[]> {
    const tables = [...catalogue.all()].map(([, table]) => table)
    const arns = new Set(tables.map(({ definition }) => definition.arn))
    this.requests.keepOnly(arns)
    this.usage.keepOnly(arns)
    return [
      ...this.requests.families(),
      ...this.usage.families(),
      ...(await sizeFamilies(storage, tables.slice(0, maxSizedTables))),
      ...(await Promise.all(Array.from(this.#gauges, gaugeFamily))),
    ]
  }
}

async function gaugeFamily([name, { help, collect }]: [
  string,
  { readonly help: string; readonly collect: Collect },
]): Promise<MetricFamily> {
  return { name, help, type: 'gauge', samples: await collect() }
}

async function sizeFamilies(storage: Storage, tables: readonly Table[]): Promise<MetricFamily[]> {
  const bytes: Sample[] = []
  const items: Sample[] = []
  for (const table of tables) {
    const { space, indexes, vectorIndexes = [] } = table.definition
    for (const place of [{ name: '', space }, ...indexes, ...vectorIndexes]) {
      const labels = { ...labelsOf(table), index: place.name }
      const size = await sizeOf(storage, place.space)
      if (size === undefined) continue
      bytes.push({ labels, value: size.sizeBytes })
      items.push({ labels, value: size.records })
    }
  }
  return [
    {
      name: 'monotable_table_size_bytes',
      help: 'What tables and indexes hold, by the sizes that DynamoDB counts.',
      type: 'gauge',
      samples: bytes,
    },
    {
      name: 'monotable_table_items',
      help: 'How many items tables and indexes hold.',
      type: 'gauge',
      samples: items,
    },
  ]
}

/** Returns the size of a space; undefined if its table was just deleted. */
async function sizeOf(storage: Storage, space: string) {
  try {
    return await storage.size(space)
  } catch (error) {
    if (error instanceof StorageError && error.code === 'NO_SPACE') return undefined
    throw error
  }
}
