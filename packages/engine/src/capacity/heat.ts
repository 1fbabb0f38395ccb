import type { BillingMode } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import type { KeyCount } from './key-insights.ts'
import { PARTITION_UNITS } from './partition-limits.ts'
import type { AccessKind, Partition } from './partition-map.ts'
import type { ResourceCapacity } from './resource-capacity.ts'

/** How busy the reads or the writes of a partition are. */
export interface SideHeat {
  /** Units used in the last full second, and in the last 60 seconds. */
  readonly lastSecond: number
  readonly lastMinute: number
  /** What a partition can take per second. */
  readonly limit: number
  /** Its equal share of the table's provisioned capacity; it may use more, up to `limit`. */
  readonly share?: number
  /** Requests of the last 60 seconds that were refused, or would have been. */
  readonly refusedLastMinute: number
}

/** One partition: a range of places, and how busy it is. */
export interface PartitionHeat {
  /**
   * Where it begins (inclusive) and ends (exclusive), as hexadecimal bytes: the hash of a partition key, then a
   * sort key.
   */
  readonly from: string
  readonly to: string | undefined
  readonly read: SideHeat
  readonly write: SideHeat
}

/** How busy a table or a global index is, partition by partition. */
export interface Heat {
  readonly table: string
  readonly index?: string
  readonly billingMode: BillingMode
  /** Whether requests are actually refused. */
  readonly throttles: boolean
  readonly partitions: readonly PartitionHeat[]
}

/** What CloudWatch Contributor Insights would show about a table or a global index. */
export interface Insights {
  readonly table: string
  readonly index?: string
  /** By units: three for each one written, one for each one read. */
  readonly mostAccessed: readonly KeyCount[]
  /** By number of requests. */
  readonly mostThrottled: readonly KeyCount[]
  /** The same for single items, if there is a sort key. */
  readonly mostAccessedItems: readonly KeyCount[]
  readonly mostThrottledItems: readonly KeyCount[]
}

/** Returns how busy the partitions of a table or an index are. */
export function partitionHeats(capacity: ResourceCapacity, nowMs: number): PartitionHeat[] {
  const { partitions } = capacity.map
  return partitions.map((partition, number) => ({
    from: hexText(partition.from),
    to: number + 1 === partitions.length ? undefined : hexText(partitions[number + 1]?.from ?? ''),
    read: sideHeat(capacity, partition, { kind: 'read', nowMs }),
    write: sideHeat(capacity, partition, { kind: 'write', nowMs }),
  }))
}

function sideHeat(
  { terms, map }: ResourceCapacity,
  partition: Partition,
  { kind, nowMs }: { readonly kind: AccessKind; readonly nowMs: number },
): SideHeat {
  const { used, refused } = partition[kind]
  return {
    lastSecond: used.lastSecond(nowMs),
    lastMinute: used.lastMinute(nowMs),
    limit: PARTITION_UNITS[kind],
    ...(terms.billingMode === 'PROVISIONED' && { share: terms.provisioned[kind] / map.partitions.length }),
    refusedLastMinute: refused.lastMinute(nowMs),
  }
}

function hexText(bytes: ByteString): string {
  return Buffer.from(bytes, 'latin1').toString('hex')
}
