import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import {
  encryptionOf,
  policyText,
  readReplica,
  readTags,
  recoveryRequest,
  replicaRequests,
  wordsOf,
} from '../create-table/setting-requests.ts'
import type { IndexDraft, SettingsDraft } from '../create-table/table-draft.ts'
import { globalIndex, indexParts, vectorIndex } from '../create-table/table-requests.ts'
import { capacityInputs } from './capacity-inputs.ts'
import type { ChangeDraft, CurrentIndex, CurrentTable } from './current-table.ts'

/**
 * Builds the requests that change a table to match a draft, in order. DynamoDB accepts most changes only individually,
 * and the next one only when the table is active again. Index deletions come first, since the number of indexes is
 * limited; the slowest changes come last.
 */
export function changeRequests(current: CurrentTable, draft: ChangeDraft): readonly SnippetCall[] {
  const { name: TableName } = current
  const update = (input: object): SnippetCall => ({
    operation: 'UpdateTable',
    input: { TableName, ...input },
  })
  return [
    ...draft.indexes.filter(({ isRemoved }) => isRemoved).map((index) => update(removal(index))),
    ...capacityInputs(current, draft).map(update),
    ...settingInputs(current.settings, draft.settings).map(update),
    ...timeToLiveRequests(current, draft.settings),
    ...recoveryRequests(current, draft.settings),
    ...tagRequests(current, draft.settings),
    ...policyRequests(current, draft.settings),
    ...draft.added.map((index) => update(addition(index, draft.settings))),
    ...regionRequests(current, draft.settings),
  ]
}

function removal({ kind, name }: CurrentIndex): object {
  const updates = [{ Delete: { IndexName: name } }]
  return kind === 'vector' ? { VectorIndexUpdates: updates } : { GlobalSecondaryIndexUpdates: updates }
}

function addition(index: IndexDraft, settings: SettingsDraft): object {
  const types = new Map(indexParts(index).map(({ name, type }) => [name, type]))
  const AttributeDefinitions = [...types].map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  }))
  return {
    ...(AttributeDefinitions.length === 0 ? {} : { AttributeDefinitions }),
    ...(index.kind === 'vector'
      ? { VectorIndexUpdates: [{ Create: vectorIndex(index) }] }
      : { GlobalSecondaryIndexUpdates: [{ Create: globalIndex(index, settings) }] }),
  }
}

function settingInputs(before: SettingsDraft, after: SettingsDraft): readonly object[] {
  const inputs: object[] = []
  if (before.stream !== after.stream) {
    // An enabled stream cannot change its view type: it is disabled, and another one is enabled.
    if (before.stream !== '') inputs.push({ StreamSpecification: { StreamEnabled: false } })
    if (after.stream !== '')
      inputs.push({ StreamSpecification: { StreamEnabled: true, StreamViewType: after.stream } })
  }
  if (before.isByKms !== after.isByKms || (after.isByKms && before.kmsKey !== after.kmsKey))
    inputs.push({ SSESpecification: encryptionOf(after) })
  if (before.isInfrequent !== after.isInfrequent)
    inputs.push({ TableClass: after.isInfrequent ? 'STANDARD_INFREQUENT_ACCESS' : 'STANDARD' })
  if (before.protection !== after.protection) inputs.push({ DeletionProtectionEnabled: after.protection })
  return inputs
}

function timeToLiveRequests({ name, settings }: CurrentTable, after: SettingsDraft): readonly SnippetCall[] {
  const [old, ttl] = [settings.ttl, after.ttl.trim()]
  if (old === ttl) return []
  const request = (Enabled: boolean, AttributeName: string): SnippetCall => ({
    operation: 'UpdateTimeToLive',
    input: { TableName: name, TimeToLiveSpecification: { Enabled, AttributeName } },
  })
  return [...(old === '' ? [] : [request(false, old)]), ...(ttl === '' ? [] : [request(true, ttl)])]
}

function recoveryRequests({ name, settings }: CurrentTable, after: SettingsDraft): readonly SnippetCall[] {
  const isSame =
    settings.recovery === after.recovery && (!after.recovery || settings.recoveryDays === after.recoveryDays)
  return isSame ? [] : [recoveryRequest(name, after)]
}

function tagRequests({ arn, settings }: CurrentTable, after: SettingsDraft): readonly SnippetCall[] {
  const before = new Map(readTags(settings.tags).map(({ Key, Value }) => [Key, Value]))
  const wanted = new Map(readTags(after.tags).map(({ Key, Value }) => [Key, Value]))
  const gone = [...before.keys()].filter((key) => !wanted.has(key))
  const changed = [...wanted].filter(([key, value]) => before.get(key) !== value)
  return [
    ...(gone.length === 0
      ? []
      : [{ operation: 'UntagResource', input: { ResourceArn: arn, TagKeys: gone } }]),
    ...(changed.length === 0
      ? []
      : [
          {
            operation: 'TagResource',
            input: { ResourceArn: arn, Tags: changed.map(([Key, Value]) => ({ Key, Value })) },
          },
        ]),
  ]
}

function policyRequests(current: CurrentTable, after: SettingsDraft): readonly SnippetCall[] {
  const Policy = policyText(after.policy)
  if (policyText(current.settings.policy) === Policy) return []
  const ResourceArn = current.arn
  const ExpectedRevisionId = current.policyRevision
  if (Policy === '')
    return [{ operation: 'DeleteResourcePolicy', input: { ResourceArn, ExpectedRevisionId } }]
  return [
    {
      operation: 'PutResourcePolicy',
      input: { ResourceArn, Policy, ExpectedRevisionId: ExpectedRevisionId ?? 'NO_POLICY' },
    },
  ]
}

function regionRequests({ name, settings }: CurrentTable, after: SettingsDraft): readonly SnippetCall[] {
  const before = wordsOf(settings.replicas)
  const wanted = wordsOf(after.replicas)
  const regions = wanted.map((word) => readReplica(word).RegionName)
  const gone = before.filter((region) => !regions.includes(region))
  const added = wanted.filter((word) => !before.includes(readReplica(word).RegionName))
  const leave = (regions: readonly string[]): SnippetCall => ({
    operation: 'UpdateTable',
    input: {
      TableName: name,
      ReplicaUpdates: regions.map((RegionName) => ({ Delete: { RegionName } })),
    },
  })
  // Regions with strong consistency can only be removed together.
  const left = settings.isStrong ? [gone] : gone.map((region) => [region])
  return [
    ...left.filter((regions) => regions.length > 0).map(leave),
    ...replicaRequests(name, added, { ...after, isStrong: after.isStrong && before.length === 0 }),
  ]
}
