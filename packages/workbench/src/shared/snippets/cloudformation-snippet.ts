import { formatYaml } from '@monotable/model/outputs'
import type { SnippetCall } from './snippet.ts'

type Members = { readonly [member: string]: unknown }

/**
 * The requests that make a table, as a template of CloudFormation; or why there is none. What CreateTable says and what
 * follows it are one resource there.
 */
export function cloudFormationSnippet(
  calls: readonly SnippetCall[],
): { readonly code: string } | { readonly reason: string } {
  const input = inputOf(calls, 'CreateTable')
  if (input === undefined) return { reason: 'Only a table that is made can be a resource of a template.' }
  if (inputOf(calls, 'UpdateTable') !== undefined) {
    const reason = 'A table with replicas is an AWS::DynamoDB::GlobalTable,\nwhich is laid out otherwise.'
    return { reason: `${reason}\nLeave the replicas out to see the table itself.` }
  }
  const { StreamSpecification: stream, SSESpecification: encryption, ResourcePolicy: policy, ...same } = input
  const ttl = inputOf(calls, 'UpdateTimeToLive')?.['TimeToLiveSpecification']
  const recovery = inputOf(calls, 'UpdateContinuousBackups')?.['PointInTimeRecoverySpecification']
  const { Enabled: SSEEnabled, ...keys } = (encryption ?? {}) as Members
  const Properties = {
    ...same,
    // CloudFormation does not ask whether a stream that is described is wanted.
    ...(stream === undefined
      ? {}
      : { StreamSpecification: { StreamViewType: (stream as Members)['StreamViewType'] } }),
    ...(encryption === undefined ? {} : { SSESpecification: { SSEEnabled, ...keys } }),
    ...(policy === undefined ? {} : { ResourcePolicy: { PolicyDocument: documentOf(String(policy)) } }),
    ...(ttl === undefined ? {} : { TimeToLiveSpecification: ttl }),
    ...(recovery === undefined ? {} : { PointInTimeRecoverySpecification: recovery }),
  }
  return {
    code: formatYaml({
      AWSTemplateFormatVersion: '2010-09-09',
      Resources: {
        // What is in a table is worth more than the stack.
        Table: {
          Type: 'AWS::DynamoDB::Table',
          DeletionPolicy: 'Retain',
          UpdateReplacePolicy: 'Retain',
          Properties,
        },
      },
    }),
  }
}

function inputOf(calls: readonly SnippetCall[], operation: string): Members | undefined {
  return calls.find((call) => call.operation === operation)?.input as Members | undefined
}

/** A policy is an object in a template; what is no JSON stays the text that it is, for CloudFormation to refuse. */
function documentOf(policy: string): unknown {
  try {
    return JSON.parse(policy)
  } catch {
    return policy
  }
}
