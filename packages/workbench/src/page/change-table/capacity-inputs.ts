import { limitNames, unitsAs, warmNames } from '../create-table/setting-requests.ts'
import type { UnitsDraft } from '../create-table/table-draft.ts'
import type { ChangeDraft, CurrentIndex, CurrentTable } from './current-table.ts'

/**
 * Builds the UpdateTable inputs that give a table and its indexes the billing mode, capacity and warm throughput of a
 * draft.
 */
export function capacityInputs(current: CurrentTable, draft: ChangeDraft): readonly object[] {
  const isProvisioned = draft.settings.billing === 'PROVISIONED'
  const inputs = isProvisioned ? provisionedInputs(current, draft) : onDemandInputs(current, draft)
  return [...inputs, ...warmInputs(current, draft)].filter((input) => Object.keys(input).length > 0)
}

function provisionedInputs(current: CurrentTable, { settings, indexes }: ChangeDraft): readonly object[] {
  const isSwitched = current.settings.billing !== 'PROVISIONED'
  const isChanged = isSwitched || !isSame(current.settings.units, settings.units)
  const updates = kept(indexes).flatMap((index) => {
    // Empty fields default to the units of the table.
    const units = {
      read: index.units.read || settings.units.read,
      write: index.units.write || settings.units.write,
    }
    if (!isSwitched && isSame(currentIndex(current, index).units, units)) return []
    return [{ Update: { IndexName: index.name, ProvisionedThroughput: provisioned(units) } }]
  })
  return [
    {
      ...(isSwitched ? { BillingMode: 'PROVISIONED' } : {}),
      ...(isChanged ? { ProvisionedThroughput: provisioned(settings.units) } : {}),
      ...indexUpdates(updates),
    },
  ]
}

function onDemandInputs(current: CurrentTable, { settings, indexes }: ChangeDraft): readonly object[] {
  const isSwitched = current.settings.billing !== 'PAY_PER_REQUEST'
  const updates = kept(indexes).flatMap((index) => {
    const OnDemandThroughput = changedLimits(currentIndex(current, index).most, index.most)
    return OnDemandThroughput === undefined ? [] : [{ Update: { IndexName: index.name, OnDemandThroughput } }]
  })
  const limits = changedLimits(current.settings.most, settings.most)
  return [
    {
      ...(isSwitched ? { BillingMode: 'PAY_PER_REQUEST' } : {}),
      ...(limits === undefined ? {} : { OnDemandThroughput: limits }),
    },
    // The limits of a table cannot be changed together with those of its indexes.
    indexUpdates(updates),
  ]
}

function warmInputs(current: CurrentTable, { settings, indexes }: ChangeDraft): readonly object[] {
  const updates = kept(indexes).flatMap((index) => {
    const WarmThroughput = changedWarm(currentIndex(current, index).warm, index.warm)
    return WarmThroughput === undefined ? [] : [{ Update: { IndexName: index.name, WarmThroughput } }]
  })
  const warm = changedWarm(current.settings.warm, settings.warm)
  return [warm === undefined ? {} : { WarmThroughput: warm }, indexUpdates(updates)]
}

/** Returns the changed limits; -1 removes a limit. */
function changedLimits(before: UnitsDraft, after: UnitsDraft): object | undefined {
  if (isSame(before, after)) return undefined
  const orNone = (old: string, units: string) => (units === '' && old !== '' ? '-1' : units)
  return unitsAs(
    { read: orNone(before.read, after.read), write: orNone(before.write, after.write) },
    limitNames,
  )
}

function changedWarm(before: UnitsDraft, after: UnitsDraft): object | undefined {
  return isSame(before, after) ? undefined : unitsAs(after, warmNames)
}

function provisioned({ read, write }: UnitsDraft): object {
  return { ReadCapacityUnits: Number(read), WriteCapacityUnits: Number(write) }
}

function indexUpdates(updates: readonly object[]): object {
  return updates.length === 0 ? {} : { GlobalSecondaryIndexUpdates: updates }
}

function kept(indexes: ChangeDraft['indexes']): readonly CurrentIndex[] {
  return indexes.filter(({ kind, isRemoved }) => kind === 'global' && !isRemoved)
}

function currentIndex({ indexes }: CurrentTable, { name }: CurrentIndex): CurrentIndex {
  return indexes.find((index) => index.name === name) as CurrentIndex
}

function isSame(one: UnitsDraft, other: UnitsDraft): boolean {
  return one.read === other.read && one.write === other.write
}
