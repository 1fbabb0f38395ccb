import type { UpdateTableInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { describeOnDemandLimits } from '../../tables/describe-table.ts'
import { readEncryption } from '../../tables/read-encryption.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import {
  asksForOnDemandLimits,
  mergeOnDemandLimits,
  readOnDemandLimits,
} from '../../tables/read-on-demand-limits.ts'
import { readSettingsReplication } from '../../tables/read-settings-replication.ts'
import { asksForWarmThroughput, readChangedWarmThroughput } from '../../tables/read-warm-throughput.ts'
import { streamLabel } from '../../tables/stream-label.ts'
import { keyPerReplica, requireKeysOfOneKind } from '../replicas/plan-replica.ts'
import { changeBoth, type TableUpdateDraft, type TableUpdateSetting } from './table-update-draft.ts'

type Plan = (
  draft: TableUpdateDraft,
  input: UpdateTableInput,
  setting: TableUpdateSetting,
) => TableUpdateDraft

/** Plans the table's upper limits on demand. They change at once; -1, which removes a limit, is echoed. */
export const planOnDemandUpdate: Plan = (draft, { OnDemandThroughput: given }, { realm }) => {
  if (!asksForOnDemandLimits(given)) return draft
  const { onDemandLimits: old, ...rest } = draft.next
  const place = { region: realm.region, billingMode: rest.billingMode, isNewTable: false, isNew: false }
  const limits = readOnDemandLimits(given, place)
  const merged = mergeOnDemandLimits(old, limits)
  return {
    ...draft,
    next: { ...rest, ...(merged && { onDemandLimits: merged }) },
    overlay: { ...draft.overlay, OnDemandThroughput: describeOnDemandLimits({ ...old, ...limits }) },
  }
}

/**
 * Plans what the table can take at once. The answer shows the old value, and only the answer shows that it is
 * changing.
 */
export const planWarmUpdate: Plan = (draft, { WarmThroughput: given }, { realm }) => {
  if (!asksForWarmThroughput(given)) return draft
  const old = draft.next.warmThroughput
  const warmThroughput = readChangedWarmThroughput(given, old, { region: realm.region })
  return {
    ...draft,
    next: { ...draft.next, warmThroughput },
    overlay: {
      ...draft.overlay,
      WarmThroughput: { ReadUnitsPerSecond: old.read, WriteUnitsPerSecond: old.write, Status: 'UPDATING' },
    },
  }
}

/** Plans turning the stream on or off. A stream that is turned on again is a new stream with a new label. */
export const planStreamUpdate: Plan = (draft, { StreamSpecification: given }, { nowMs, newId }) => {
  if (given === undefined) return draft
  const { stream, name, group } = draft.next
  if (!given.StreamEnabled && group !== undefined && !group.isStrong) {
    throw invalidParameters('Disabling Stream is not allowed for a Global Table replica.')
  }
  if (given.StreamEnabled && stream) {
    throw validationError(`Table already has an enabled stream: TableName: ${name}`)
  }
  if (!given.StreamEnabled && !stream) {
    throw validationError(`Table has no stream to disable: TableName: ${name}`)
  }
  const { StreamViewType: viewType } = given
  return changeBoth(
    draft,
    ({ stream: _, ...table }) => {
      if (viewType === undefined) return table
      const label = streamLabel(nowMs)
      const space = `stream-${newId()}`
      return { ...table, stream: { viewType, label, space }, latestStreamLabel: label }
    },
    { TableStatus: 'UPDATING' },
  )
}

/** Plans the table's encryption. Its status is separate from the table's, which stays ACTIVE. */
export const planEncryptionUpdate: Plan = (draft, { SSESpecification: given }, { realm }) => {
  if (given === undefined) return draft
  const keyArn = readEncryption(given, realm)
  const { encryption: old, ...rest } = draft.next
  if (rest.group) {
    // A customer's key belongs to this region: the others would be without one.
    if (given.KMSMasterKeyId !== undefined && old === undefined) throw keyPerReplica()
    requireKeysOfOneKind(old?.keyArn, keyArn, realm)
  }
  if (keyArn === undefined && old === undefined)
    throw invalidParameters('Table is already encrypted by default')
  if (given.KMSMasterKeyId !== undefined && given.KMSMasterKeyId === old?.keyArn) {
    throw invalidParameters(
      'Table is already encrypted with given KMSMasterKeyId. ' +
        'Use KMSMasterKeyId parameter if you want to change Master Key',
    )
  }
  return {
    ...draft,
    next: { ...rest, ...(keyArn !== undefined && { encryption: { keyArn } }) },
    overlay: {
      ...draft.overlay,
      SSEDescription: {
        Status: 'UPDATING',
        ...(old && { SSEType: 'KMS', KMSMasterKeyArn: old.keyArn }),
      },
    },
  }
}

/**
 * Plans the table's class. The answer shows the old one; setting STANDARD on a table that never had another is no
 * change.
 */
export const planTableClassUpdate: Plan = (draft, { TableClass: tableClass }, { nowMs }) => {
  if (tableClass === undefined) return draft
  const overlay = { ...draft.overlay, TableStatus: 'UPDATING' as const }
  if (tableClass === (draft.next.tableClass ?? 'STANDARD')) return { ...draft, overlay }
  return { ...draft, next: { ...draft.next, tableClass, tableClassUpdatedMs: nowMs }, overlay }
}

/** Plans how settings are replicated to other regions, for a table that has none yet. */
export const planReplicationModeUpdate: Plan = (draft, { GlobalTableSettingsReplicationMode: given }) => {
  const mode = readSettingsReplication(given)
  if (mode === undefined) return draft
  if (draft.next.group !== undefined) {
    throw validationError(
      'Monotable does not support the parameter GlobalTableSettingsReplicationMode of UpdateTable for replicas yet',
    )
  }
  return changeBoth(draft, (table) => ({ ...table, settingsReplication: mode }))
}

/** Plans the protection of the table from deletion; takes effect at once. */
export const planDeletionProtectionUpdate: Plan = (draft, { DeletionProtectionEnabled: isProtected }) => {
  if (isProtected === undefined) return draft
  return changeBoth(draft, (table) => ({ ...table, deletionProtection: isProtected }))
}
