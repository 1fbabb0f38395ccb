import type { UpdateTableInput } from '@monotable/protocol'
import { requireUnitsInQuota } from '../../tables/capacity-quota.ts'
import { changeThroughput, decreasesToday, readProvisionedUnits } from '../../tables/change-throughput.ts'
import { billingSummaries } from '../../tables/describe-table.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import { highestUnits, ON_DEMAND_WARM_UNITS } from '../../tables/read-warm-throughput.ts'
import type { IndexDefinition, TableDefinition, Throughput, Units } from '../../tables/table-definition.ts'
import { mustBeOnDemand } from './check-table-update.ts'
import { forgetScaling } from './plan-scaling.ts'
import {
  changeBoth,
  overlayIndex,
  type TableUpdateDraft,
  type TableUpdateSetting,
} from './table-update-draft.ts'

/** Plans a change of a table's billing mode, with the units that it then has. */
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
  if (given === undefined || table.billingMode === 'PROVISIONED') return draft
  const units = readProvisionedUnits(given)
  requireUnitsInQuota(units, setting.realm)
  return switchToProvisioned(draft, input, { ...setting, units })
}

/** Plans a change of the units of a table that was provisioned before. */
export function planTableUnits(
  draft: TableUpdateDraft,
  { ProvisionedThroughput: given }: UpdateTableInput,
  { nowMs, realm }: TableUpdateSetting,
): TableUpdateDraft {
  if (given === undefined) return draft
  const units = readProvisionedUnits(given)
  requireUnitsInQuota(units, realm)
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
  const { next, shown } = changeBoth(draft, (table) => ({
    ...table,
    billingMode: 'PAY_PER_REQUEST',
    payPerRequestSinceMs: nowMs,
    throughput: { ...table.throughput, read: 0, write: 0 },
    indexes: table.indexes.map((index) => (index.kind === 'global' ? withoutUnits(index) : index)),
  }))
  const planned: TableUpdateDraft = {
    ...draft,
    next: {
      ...next,
      warmThroughput: highestUnits(next.warmThroughput, ON_DEMAND_WARM_UNITS),
      indexes: next.indexes.map((index) => (index.kind === 'global' ? countSwitch(index, nowMs) : index)),
    },
    // The answer counts the switch as a decrease at this moment; later descriptions do not show it.
    shown: { ...shown, throughput: { ...shown.throughput, lastDecreaseMs: nowMs } },
    overlay: {
      ...draft.overlay,
      TableStatus: 'UPDATING',
      ...billingSummaries('PAY_PER_REQUEST', draft.next.payPerRequestSinceMs),
    },
  }
  const switched = shown.indexes.filter(({ kind }) => kind === 'global')
  return switched.reduce((all, { name }) => overlayIndex(all, name, { IndexStatus: 'UPDATING' }), planned)
}

function withoutUnits(index: IndexDefinition): IndexDefinition {
  return { ...index, throughput: { ...unitsOf(index), read: 0, write: 0 } }
}

// Seen on AWS: the switch counts as a decrease of every index, but not of the table. The answer does not show it yet.
function countSwitch(index: IndexDefinition, nowMs: number): IndexDefinition {
  const throughput = unitsOf(index)
  return {
    ...index,
    throughput: {
      ...throughput,
      decreasesToday: decreasesToday(throughput, nowMs) + 1,
      lastDecreaseMs: nowMs,
    },
    warmThroughput: highestUnits(index.warmThroughput ?? ON_DEMAND_WARM_UNITS, ON_DEMAND_WARM_UNITS),
  }
}

function unitsOf({ throughput }: IndexDefinition): Throughput {
  return throughput ?? { read: 0, write: 0, decreasesToday: 0 }
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
