import type { BillingMode, WarmThroughput } from '@monotable/protocol'
import { requireRequestInQuota } from './capacity-quota.ts'
import { invalidParameters } from './read-key-schema.ts'
import type { Units } from './table-definition.ts'

/** What a new on-demand table or index can take at once. */
export const ON_DEMAND_WARM_UNITS: Units = { read: 12_000, write: 4_000 }

const initialThroughputGuide =
  'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html' +
  '#on-demand-capacity-mode-initial'

/** Returns the higher of two capacities, separately for reads and writes: warm throughput never falls. */
export function highestUnits(a: Units, b: Units): Units {
  return { read: Math.max(a.read, b.read), write: Math.max(a.write, b.write) }
}

/** Returns what a table or an index can take at once by default: at least what it has or begins with. */
export function leastWarmUnits(billingMode: BillingMode, provisioned: Units): Units {
  return billingMode === 'PROVISIONED' ? unitsOf(provisioned) : ON_DEMAND_WARM_UNITS
}

/** Returns whether a request sets warm throughput; an empty object does not. */
export function asksForWarmThroughput(given: WarmThroughput | undefined): given is WarmThroughput {
  return given?.ReadUnitsPerSecond !== undefined || given?.WriteUnitsPerSecond !== undefined
}

/** Reads the warm throughput of a new table or index. */
export function readNewWarmThroughput(
  given: WarmThroughput | undefined,
  place: {
    readonly region: string
    readonly billingMode: BillingMode
    readonly provisioned: Units
    readonly index?: string | undefined
  },
): Units {
  const least = leastWarmUnits(place.billingMode, place.provisioned)
  return readWarmThroughput(given, least, place, (kind) =>
    place.billingMode === 'PROVISIONED'
      ? `is lower than ${kind}CapacityUnits of ProvisionedThroughput`
      : `is lower than initial throughput for OnDemand. See: ${initialThroughputGuide}`,
  )
}

/** Reads a change of the warm throughput of a table or an index. */
export function readChangedWarmThroughput(
  given: WarmThroughput,
  current: Units,
  place: { readonly region: string; readonly index?: string | undefined },
): Units {
  return readWarmThroughput(
    given,
    current,
    place,
    () => 'is lower than current WarmThroughput, decreasing WarmThroughput is not supported',
  )
}

function readWarmThroughput(
  given: WarmThroughput | undefined,
  least: Units,
  place: { readonly region: string; readonly index?: string | undefined },
  explain: (kind: 'Read' | 'Write') => string,
): Units {
  const owner = place.index === undefined ? 'table' : `index ${place.index}`
  const check = (kind: 'Read' | 'Write', value: number, minimum: number) => {
    const subject = `${kind}UnitsPerSecond for WarmThroughput for ${owner}`
    if (value < minimum) throw invalidParameters(`Requested ${subject} ${explain(kind)}`)
    if (value > minimum) requireRequestInQuota({ subject, kind, value, region: place.region })
    return value
  }
  return {
    read: check('Read', given?.ReadUnitsPerSecond ?? least.read, least.read),
    write: check('Write', given?.WriteUnitsPerSecond ?? least.write, least.write),
  }
}

function unitsOf({ read, write }: Units): Units {
  return { read, write }
}
