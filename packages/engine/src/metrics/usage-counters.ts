import type { AccessKind } from '../capacity/partition-map.ts'
import type { LimitType } from '../capacity/throttling-error.ts'
import type { Access, UsageSink } from '../capacity/usage.ts'
import { BoundedSeries } from './bounded-series.ts'
import type { MetricFamily, Sample } from './metric-family.ts'

/** What was used of a table or one of its indexes. */
class ResourceUsage {
  read = 0
  write = 0
  readonly throttles = new Map<`${AccessKind} ${LimitType}`, number>()
}

/** Tables rarely have more indexes; any beyond this are counted with their table. */
const maxIndexes = 50

/** What was used of a table itself and, by name, of its indexes. */
class TableUsage {
  readonly table = new ResourceUsage()
  readonly indexes = new Map<string, ResourceUsage>()

  of(index: string | undefined): ResourceUsage {
    if (index === undefined) return this.table
    const known = this.indexes.get(index)
    if (known !== undefined) return known
    if (this.indexes.size >= maxIndexes) return this.table
    const usage = new ResourceUsage()
    this.indexes.set(index, usage)
    return usage
  }

  *all(): Iterable<readonly [string, ResourceUsage]> {
    yield ['', this.table]
    yield* this.indexes
  }
}

/** Counts the units that requests use, and how often requests were throttled. */
export class UsageCounters implements UsageSink {
  readonly #tables: BoundedSeries<TableUsage>

  constructor(maxTables: number) {
    this.#tables = new BoundedSeries({ left: maxTables }, () => new TableUsage())
  }

  used(access: Access, units: number): void {
    this.#usageOf(access)[access.kind] += units
  }

  throttled(access: Access, limits: readonly LimitType[]): void {
    const { throttles } = this.#usageOf(access)
    for (const limit of limits) {
      const name = `${access.kind} ${limit}` as const
      throttles.set(name, (throttles.get(name) ?? 0) + 1)
    }
  }

  keepOnly(arns: ReadonlySet<string>): void {
    this.#tables.keepOnly(arns)
  }

  families(): MetricFamily[] {
    const units: { readonly [kind in AccessKind]: Sample[] } = { read: [], write: [] }
    const throttles: Sample[] = []
    for (const { labels, value } of this.#tables.entries()) {
      for (const [index, usage] of value.all()) {
        const place = { ...labels, index }
        units.read.push({ labels: place, value: usage.read })
        units.write.push({ labels: place, value: usage.write })
        for (const [name, count] of usage.throttles) {
          const [kind = '', limit = ''] = name.split(' ')
          throttles.push({ labels: { ...place, kind, limit }, value: count })
        }
      }
    }
    return [
      unitFamily('read', units.read),
      unitFamily('write', units.write),
      {
        name: 'monotable_throttled_total',
        help: 'Accesses that were refused because a limit of throughput was reached.',
        type: 'counter',
        samples: throttles,
      },
    ]
  }

  #usageOf({ table, index }: Access): ResourceUsage {
    return this.#tables.of(table).of(index?.name)
  }
}

function unitFamily(kind: AccessKind, samples: readonly Sample[]): MetricFamily {
  return {
    name: `monotable_consumed_${kind}_units_total`,
    help: `Capacity units that were consumed by ${kind === 'read' ? 'reading' : 'writing'}.`,
    type: 'counter',
    samples,
  }
}
