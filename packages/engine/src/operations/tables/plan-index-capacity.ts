import type { UpdateGlobalSecondaryIndexAction, UpdateTableInput } from '@monotable/protocol'
import { requireUnitsInQuota } from '../../tables/capacity-quota.ts'
import { changeThroughput, readProvisionedUnits } from '../../tables/change-throughput.ts'
import { describeOnDemandLimits } from '../../tables/describe-table.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import {
  asksForOnDemandLimits,
  mergeOnDemandLimits,
  readOnDemandLimits,
} from '../../tables/read-on-demand-limits.ts'
import {
  asksForWarmThroughput,
  highestUnits,
  ON_DEMAND_WARM_UNITS,
  readChangedWarmThroughput,
} from '../../tables/read-warm-throughput.ts'
import type { OnDemandLimits, Throughput, Units } from '../../tables/table-definition.ts'
import {
  overlayIndex,
  replaceIndex,
  type TableUpdateDraft,
  type TableUpdateSetting,
} from './table-update-draft.ts'

/** Plans the change of one index's capacity. The table must have the index. */
export function planIndexCapacity(
  draft: TableUpdateDraft,
  update: UpdateGlobalSecondaryIndexAction,
  input: UpdateTableInput,
  setting: TableUpdateSetting,
): TableUpdateDraft {
  requireFittingChange(draft, update, input)
  let planned = draft
  if (update.ProvisionedThroughput) {
    const units = readProvisionedUnits(update.ProvisionedThroughput, update.IndexName)
    planned = planUnits(planned, update.IndexName, units, { input, setting })
  }
  if (asksForOnDemandLimits(update.OnDemandThroughput)) planned = planLimits(planned, update, setting)
  if (asksForWarmThroughput(update.WarmThroughput)) planned = planWarmth(planned, update, setting)
  return planned
}

function requireFittingChange(
  draft: TableUpdateDraft,
  update: UpdateGlobalSecondaryIndexAction,
  input: UpdateTableInput,
): void {
  const { IndexName: name, ProvisionedThroughput: units } = update
  const asksOther =
    asksForOnDemandLimits(update.OnDemandThroughput) || asksForWarmThroughput(update.WarmThroughput)
  if (draft.next.billingMode === 'PROVISIONED') {
    if (units || asksOther) return
    throw invalidParameters(
      `Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: ${name}`,
    )
  }
  if (units && input.BillingMode === 'PAY_PER_REQUEST') {
    throw invalidParameters(
      `Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: ${name} ` +
        'when BillingMode is PAY_PER_REQUEST',
    )
  }
  if (units || !asksOther) {
    throw invalidParameters(
      `The only Updates for index: ${name} when TableThroughputMode is PAY_PER_REQUEST can be to ` +
        'OnDemandThroughput, WarmThroughput',
    )
  }
}

function planUnits(
  draft: TableUpdateDraft,
  name: string,
  units: Units,
  { input, setting }: { readonly input: UpdateTableInput; readonly setting: TableUpdateSetting },
): TableUpdateDraft {
  requireUnitsInQuota(units, { region: setting.realm.region, index: name })
  const old = throughputOf(draft, name)
  // A table that becomes provisioned begins with the given units. Unlike for the table, the answer does not show
  // the time of the change, which appears later (seen on AWS).
  const isSwitch = input.BillingMode === 'PROVISIONED' && old.read === 0
  const next = isSwitch
    ? { ...old, ...units, lastIncreaseMs: setting.nowMs }
    : changeThroughput(old, units, { nowMs: setting.nowMs, index: name }).next
  const shown = isSwitch ? { ...old, ...units } : old
  const changed: TableUpdateDraft = {
    ...draft,
    next: replaceIndex(draft.next, name, (index) => ({
      ...index,
      throughput: next,
      warmThroughput: highestUnits(index.warmThroughput ?? units, units),
    })),
    shown: replaceIndex(draft.shown, name, (index) => ({ ...index, throughput: shown })),
  }
  return overlayIndex(changed, name, { IndexStatus: 'UPDATING' })
}

function planLimits(
  draft: TableUpdateDraft,
  { IndexName: name, OnDemandThroughput: given }: UpdateGlobalSecondaryIndexAction,
  { realm }: TableUpdateSetting,
): TableUpdateDraft {
  const { billingMode } = draft.next
  const limits = readOnDemandLimits(given, {
    region: realm.region,
    billingMode,
    index: name,
    isNewTable: false,
    isNew: false,
  })
  const old = draft.next.indexes.find((index) => index.name === name)?.onDemandLimits
  const changed = {
    ...draft,
    next: replaceIndex(draft.next, name, ({ onDemandLimits: _, ...index }) => ({
      ...index,
      ...withLimits(mergeOnDemandLimits(old, limits)),
    })),
  }
  return overlayIndex(changed, name, {
    IndexStatus: 'UPDATING',
    OnDemandThroughput: describeOnDemandLimits({ ...old, ...limits }),
  })
}

function planWarmth(
  draft: TableUpdateDraft,
  { IndexName: name, WarmThroughput: given = {} }: UpdateGlobalSecondaryIndexAction,
  { realm }: TableUpdateSetting,
): TableUpdateDraft {
  const old = draft.shown.indexes.find((index) => index.name === name)?.warmThroughput ?? ON_DEMAND_WARM_UNITS
  const warmThroughput = readChangedWarmThroughput(given, old, { region: realm.region, index: name })
  const changed = {
    ...draft,
    next: replaceIndex(draft.next, name, (index) => ({
      ...index,
      warmThroughput: highestUnits(index.warmThroughput ?? warmThroughput, warmThroughput),
    })),
  }
  return overlayIndex(changed, name, {
    WarmThroughput: { ReadUnitsPerSecond: old.read, WriteUnitsPerSecond: old.write, Status: 'UPDATING' },
  })
}

function throughputOf({ next }: TableUpdateDraft, name: string): Throughput {
  const index = next.indexes.find((candidate) => candidate.name === name)
  return index?.throughput ?? { read: 0, write: 0, decreasesToday: 0 }
}

function withLimits(limits: OnDemandLimits | undefined): { onDemandLimits?: OnDemandLimits } {
  return limits === undefined ? {} : { onDemandLimits: limits }
}
