import { formatYaml } from '@monotable/model/outputs'
import type { SnippetCall } from './snippet.ts'

type Members = { readonly [member: string]: unknown }

/**
 * Writes the requests that create a table as a CloudFormation template, or says why that is impossible. CreateTable and
 * the requests that follow it become one resource.
 */
export function cloudFormationSnippet(
  calls: readonly SnippetCall[],
): { readonly code: string } | { readonly reason: string } {
  const input = inputOf(calls, 'CreateTable')
  if (input === undefined) return { reason: 'Only CreateTable can be shown as a template.' }
  if (inputOf(calls, 'UpdateTable') !== undefined) {
    const reason = 'A table with replicas is an AWS::DynamoDB::GlobalTable,\nwhich has another layout.'
    return { reason: `${reason}\nLeave the replicas out to see the table itself.` }
  }
  const { StreamSpecification: stream, SSESpecification: encryption, ResourcePolicy: policy, ...same } = input
  const ttl = inputOf(calls, 'UpdateTimeToLive')?.['TimeToLiveSpecification']
  const recovery = inputOf(calls, 'UpdateContinuousBackups')?.['PointInTimeRecoverySpecification']
  const { Enabled: SSEEnabled, ...keys } = (encryption ?? {}) as Members
  const Properties = {
    ...same,
    // CloudFormation has no StreamEnabled: a stream that is described is enabled.
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
        // The data in a table is worth more than the stack.
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

/**
 * Parses a policy, which is an object in a template. Invalid JSON is kept as text, and CloudFormation will reject it.
 */
function documentOf(policy: string): unknown {
  try {
    return JSON.parse(policy)
  } catch {
    return policy
  }
}
