import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import type { SettingsDraft, UnitsDraft } from './table-draft.ts'

/** A tag as DynamoDB represents it. */
export interface Tag {
  readonly Key: string
  readonly Value: string
}

/** Returns the encryption settings of a request. */
export function encryptionOf({ isByKms, kmsKey }: SettingsDraft): object {
  if (!isByKms) return { Enabled: false }
  const key = kmsKey.trim()
  return key === '' ? { Enabled: true } : { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: key }
}

/** Returns the units that were typed, under the member names of the request; `undefined` if there are none. */
export function unitsAs<Name extends string>(
  { read, write }: UnitsDraft,
  names: { readonly read: Name; readonly write: Name },
): { readonly [name: string]: number } | undefined {
  if (read === '' && write === '') return undefined
  return {
    ...(read === '' ? {} : { [names.read]: Number(read) }),
    ...(write === '' ? {} : { [names.write]: Number(write) }),
  }
}

/** The names of the units in `OnDemandThroughput` and `WarmThroughput`. */
export const limitNames = { read: 'MaxReadRequestUnits', write: 'MaxWriteRequestUnits' } as const
export const warmNames = { read: 'ReadUnitsPerSecond', write: 'WriteUnitsPerSecond' } as const

/** Removes whitespace from a policy. Invalid JSON is left for DynamoDB to reject. */
export function policyText(policy: string): string {
  try {
    return JSON.stringify(JSON.parse(policy))
  } catch {
    return policy.trim()
  }
}

export function recoveryRequest(TableName: string, { recovery, recoveryDays }: SettingsDraft): SnippetCall {
  const PointInTimeRecoverySpecification = {
    PointInTimeRecoveryEnabled: recovery,
    ...(recovery && recoveryDays !== '' ? { RecoveryPeriodInDays: Number(recoveryDays) } : {}),
  }
  return {
    operation: 'UpdateContinuousBackups',
    input: { TableName, PointInTimeRecoverySpecification },
  }
}

/**
 * Builds the requests that add regions: one per region, except that regions with strong consistency are added together.
 */
export function replicaRequests(
  TableName: string,
  regions: readonly string[],
  { isStrong, witness }: SettingsDraft,
): readonly SnippetCall[] {
  if (regions.length === 0) return []
  const creates = regions.map((word) => ({ Create: readReplica(word) }))
  const update = (input: object): SnippetCall => ({
    operation: 'UpdateTable',
    input: { TableName, ...input },
  })
  if (!isStrong) return creates.map((create) => update({ ReplicaUpdates: [create] }))
  const RegionName = witness.trim()
  return [
    update({
      ReplicaUpdates: creates,
      MultiRegionConsistency: 'STRONG',
      ...(RegionName === '' ? {} : { GlobalTableWitnessUpdates: [{ Create: { RegionName } }] }),
    }),
  ]
}

/** Parses `eu-west-1`, or `eu-west-1=alias/mine` if each region has its own key. */
export function readReplica(word: string): { readonly RegionName: string; readonly KMSMasterKeyId?: string } {
  const [RegionName, KMSMasterKeyId] = splitWord(word)
  return KMSMasterKeyId === '' ? { RegionName } : { RegionName, KMSMasterKeyId }
}

/**
 * Formats a tag as it is typed: `team=shop`. An `=` in its key is preceded by a backslash, which tags cannot contain.
 */
export function tagText({ Key, Value }: Tag): string {
  return `${Key.replaceAll('=', '\\=')}=${Value}`
}

/** Parses `team=shop, stage=test` into tags. */
export function readTags(text: string): readonly Tag[] {
  return wordsOf(text).map((word) => {
    const [Key, Value] = splitWord(word)
    return { Key, Value }
  })
}

function splitWord(word: string): readonly [string, string] {
  const at = word.search(/(?<!\\)=/)
  const [name, value] = at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)]
  return [name.replaceAll('\\=', '=').trim(), value.trim()]
}

/** Splits text at commas. */
export function wordsOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
