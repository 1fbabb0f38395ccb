import { describe, expectTypeOf, it } from 'vitest'
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, TriggerHandler } from './stream-event.ts'

// The declarations of @types/aws-lambda, as far as a stream's handler sees them: a handler typed by that package
// must fit.
interface LambdaAttributeValue {
  B?: string | undefined
  BS?: string[] | undefined
  BOOL?: boolean | undefined
  L?: LambdaAttributeValue[] | undefined
  M?: { [id: string]: LambdaAttributeValue } | undefined
  N?: string | undefined
  NS?: string[] | undefined
  NULL?: boolean | undefined
  S?: string | undefined
  SS?: string[] | undefined
}
type LambdaImage = { [key: string]: LambdaAttributeValue }
interface LambdaStreamRecord {
  ApproximateCreationDateTime?: number | undefined
  Keys?: LambdaImage | undefined
  NewImage?: LambdaImage | undefined
  OldImage?: LambdaImage | undefined
  SequenceNumber?: string | undefined
  SizeBytes?: number | undefined
  StreamViewType?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' | undefined
}
interface LambdaRecord {
  awsRegion?: string | undefined
  dynamodb?: LambdaStreamRecord | undefined
  eventID?: string | undefined
  eventName?: 'INSERT' | 'MODIFY' | 'REMOVE' | undefined
  eventSource?: string | undefined
  eventSourceARN?: string | undefined
  eventVersion?: string | undefined
  userIdentity?: unknown
}
interface LambdaStreamEvent {
  Records: LambdaRecord[]
}
interface LambdaBatchResponse {
  batchItemFailures: { itemIdentifier: string }[]
}
interface LambdaContext {
  callbackWaitsForEmptyEventLoop: boolean
  functionName: string
  functionVersion: string
  invokedFunctionArn: string
  memoryLimitInMB: string
  awsRequestId: string
  logGroupName: string
  logStreamName: string
  identity?: { cognitoIdentityId: string; cognitoIdentityPoolId: string } | undefined
  tenantId?: string | undefined
  getRemainingTimeInMillis(): number
  done(error?: Error, result?: unknown): void
  fail(error: Error | string): void
  succeed(messageOrObject: unknown): void
}
// biome-ignore lint/suspicious/noConfusingVoidType: as it stands there
type LambdaResult = LambdaBatchResponse | void
type LambdaHandler = (
  event: LambdaStreamEvent,
  context: LambdaContext,
  callback: (error?: Error | string | null, result?: LambdaResult) => void,
  // biome-ignore lint/suspicious/noConfusingVoidType: as it stands there
) => void | Promise<LambdaResult>

describe('the types of a Lambda event', () => {
  it('take a handler of @types/aws-lambda', () => {
    expectTypeOf<LambdaHandler>().toExtend<TriggerHandler>()
  })

  it('are mutually assignable with those of @types/aws-lambda', () => {
    expectTypeOf<DynamoDBStreamEvent>().toExtend<LambdaStreamEvent>()
    expectTypeOf<LambdaBatchResponse>().toExtend<DynamoDBBatchResponse>()
    expectTypeOf<DynamoDBBatchResponse>().toExtend<LambdaBatchResponse>()
  })

  it('accept handlers of any shape', () => {
    expectTypeOf<() => void>().toExtend<TriggerHandler>()
    expectTypeOf<(event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>>().toExtend<TriggerHandler>()
  })
})
