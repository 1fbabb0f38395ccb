import type { UpdateTableInput } from '@monotable/protocol'
import { requireUnitsInQuota } from '../../tables/capacity-quota.ts'
import { changeThroughput, decreasesToday, readProvisionedUnits } from '../../tables/change-throughput.ts'
import { billingSummaries } from '../../tables/describe-table.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import { highestUnits, ON_DEMAND_WARM_UNITS } from '../../tables/read-warm-throughput.ts'
import type { IndexDefinition, TableDefinition, Units } from '../../tables/table-definition.ts'
import { mustBeOnDemand } from './check-table-update.ts'
import { forgetScaling } from './plan-scaling.ts'
import { changeBoth, type TableUpdateDraft, type TableUpdateSetting } from './table-update-draft.ts'

/** Plans billing and capacity of a table: BillingMode and the table's ProvisionedThroughput. */
export function planBillingUpdate(
  draft: TableUpdateDraft,
  input: UpdateTableInput,
  setting: TableUpdateSetting,
): TableUpdateDraft {
  const { BillingMode: mode, ProvisionedThroughput: given } = input
  const table = draft.next
  if (given !== undefined && (mode ?? table.billingMode) === 'PAY_PER_REQUEST') {
    throw invalidParameters(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    )
  }
  if (mode === 'PROVISIONED' && (table.vectorIndexes?.length ?? 0) > 0) throw mustBeOnDemand()
  if (mode === 'PAY_PER_REQUEST') {
    // Requesting the current mode changes nothing, but the answer says UPDATING, as seen on AWS.
    if (table.billingMode === mode) return changeBoth(draft, (same) => same, { TableStatus: 'UPDATING' })
    return switchToOnDemand(draft, setting)
  }
  if (given === undefined) return draft
  const units = readProvisionedUnits(given)
  requireUnitsInQuota(units, setting.realm)
  if (table.billingMode === 'PAY_PER_REQUEST') return switchToProvisioned(draft, input, { ...setting, units })
  return provision(draft, units, setting)
}

function provision(draft: TableUpdateDraft, units: Units, { nowMs }: TableUpdateSetting): TableUpdateDraft {
  const { next, shown } = changeThroughput(draft.next.throughput, units, { nowMs })
  const warmThroughput = highestUnits(draft.next.warmThroughput, units)
  return {
    ...draft,
    next: { ...draft.next, throughput: next, warmThroughput },
    shown: { ...draft.shown, throughput: shown },
    overlay: { ...draft.overlay, TableStatus: 'UPDATING' },
  }
}

function switchToOnDemand(draft: TableUpdateDraft, { nowMs }: TableUpdateSetting): TableUpdateDraft {
  const change = (table: TableDefinition): TableDefinition => ({
    ...table,
    billingMode: 'PAY_PER_REQUEST',
    payPerRequestSinceMs: nowMs,
    throughput: { ...table.throughput, read: 0, write: 0 },
    warmThroughput: highestUnits(table.warmThroughput, ON_DEMAND_WARM_UNITS),
    indexes: table.indexes.map((index) => (index.kind === 'global' ? indexOnDemand(index, nowMs) : index)),
  })
  const { next, shown } = changeBoth(draft, change)
  return {
    ...draft,
    next,
    // The answer counts the switch as a decrease at this moment; later descriptions do not show it.
    shown: { ...shown, throughput: { ...shown.throughput, lastDecreaseMs: nowMs } },
    overlay: {
      ...draft.overlay,
      TableStatus: 'UPDATING',
      ...billingSummaries('PAY_PER_REQUEST', draft.next.payPerRequestSinceMs),
    },
  }
}

// Seen on AWS: the switch counts as a decrease of every index, but not of the table.
function indexOnDemand(index: IndexDefinition, nowMs: number): IndexDefinition {
  const { throughput = { read: 0, write: 0, decreasesToday: 0 }, warmThroughput = ON_DEMAND_WARM_UNITS } =
    index
  return {
    ...index,
    throughput: {
      ...throughput,
      read: 0,
      write: 0,
      decreasesToday: decreasesToday(throughput, nowMs) + 1,
      lastDecreaseMs: nowMs,
    },
    warmThroughput: highestUnits(warmThroughput, ON_DEMAND_WARM_UNITS),
  }
}

function switchToProvisioned(
  draft: TableUpdateDraft,
  input: UpdateTableInput,
  { units, nowMs }: TableUpdateSetting & { readonly units: Units },
): TableUpdateDraft {
  requireUnitsOfIndexes(draft.next, input)
  const change = ({ onDemandLimits: _, ...table }: TableDefinition): TableDefinition => ({
    ...table,
    billingMode: 'PROVISIONED',
    throughput: { ...table.throughput, ...units },
    warmThroughput: highestUnits(table.warmThroughput, units),
    indexes: table.indexes.map(({ onDemandLimits: _, ...index }) => index),
  })
  const { next, shown } = changeBoth(draft, (table) => forgetScaling(change(table)))
  return {
    ...draft,
    next,
    // As in the other direction: an increase at this moment, which later descriptions do not show.
    shown: { ...shown, throughput: { ...shown.throughput, lastIncreaseMs: nowMs } },
    overlay: {
      ...draft.overlay,
      TableStatus: 'UPDATING',
      ...billingSummaries('PROVISIONED', draft.next.payPerRequestSinceMs),
    },
  }
}

function requireUnitsOfIndexes({ indexes }: TableDefinition, input: UpdateTableInput): void {
  const given = new Set<string>()
  for (const { Update } of input.GlobalSecondaryIndexUpdates ?? []) {
    if (Update?.ProvisionedThroughput) given.add(Update.IndexName)
  }
  const missing = indexes.filter(({ kind, name }) => kind === 'global' && !given.has(name))
  if (missing.length === 0) return
  throw invalidParameters(
    `ProvisionedThroughput must be specified for index: ${missing.map(({ name }) => name).join(',')}`,
  )
}
