import { matchesWildcards } from '../util/matches-wildcards.ts'

/** What a resource policy can be attached to. */
export type PolicyResource = 'table' | 'stream'

const policyItself = 'GetResourcePolicy PutResourcePolicy DeleteResourcePolicy'

/**
 * The actions that a policy of a table may name (AWS documentation: "DynamoDB API operations supported by
 * resource-based policies"). They include neither operations on a backup, an import or a stream, nor the PartiQL
 * operations by their API names (seen on AWS, October 2026).
 */
const tableActions = `BatchGetItem BatchWriteItem ConditionCheckItem DeleteItem GetItem PutItem Query Scan
SearchVectors TransactGetItems TransactWriteItems UpdateItem PartiQLDelete PartiQLInsert PartiQLSelect
PartiQLUpdate AssociateTableReplica CreateTableReplica DeleteTable DeleteTableReplica DescribeTable
DisassociateTableReplica UpdateTable
DescribeTableReplicaAutoScaling UpdateTableReplicaAutoScaling ReadDataForReplication ReplicateSettings
WriteDataForReplication ListTagsOfResource TagResource UntagResource CreateBackup DescribeContinuousBackups
RestoreTableToPointInTime UpdateContinuousBackups DescribeContributorInsights UpdateContributorInsights
ExportTableToPointInTime DescribeKinesisStreamingDestination DisableKinesisStreamingDestination
EnableKinesisStreamingDestination UpdateKinesisStreamingDestination DescribeTimeToLive UpdateTimeToLive
${policyItself}`

/** The actions that a policy of a stream may name; ListStreams is not one of them (seen on AWS, August 2026). */
const streamActions = `DescribeStream GetRecords GetShardIterator ${policyItself}`

const actions: { readonly [Resource in PolicyResource]: readonly string[] } = {
  table: actionNames(tableActions),
  stream: actionNames(streamActions),
}

function actionNames(names: string): string[] {
  return names.split(/\s+/).map((name) => `dynamodb:${name.toLowerCase()}`)
}

/**
 * Returns whether an action in a policy, possibly with wildcards, matches anything that can be done with the
 * resource.
 */
export function isPolicyAction(resource: PolicyResource, action: string): boolean {
  const pattern = action.toLowerCase()
  return actions[resource].some((name) => matchesWildcards(pattern, name))
}
