// The shapes of a Lambda event, member by member as in @types/aws-lambda, so that a handler typed there fits here.
// That is why arrays are mutable and members optional.

/** A value in an event: DynamoDB's JSON, with binary in base64 and numbers as text. */
export interface StreamAttributeValue {
  B?: string
  BOOL?: boolean
  BS?: string[]
  L?: StreamAttributeValue[]
  M?: StreamImage
  N?: string
  NS?: string[]
  NULL?: boolean
  S?: string
  SS?: string[]
}

/** The attributes of an item, or of its key. */
export type StreamImage = { [name: string]: StreamAttributeValue }

/** The change of the item. */
export interface StreamRecord {
  /** Seconds since 1970. */
  ApproximateCreationDateTime?: number
  Keys?: StreamImage
  NewImage?: StreamImage
  OldImage?: StreamImage
  SequenceNumber?: string
  SizeBytes?: number
  StreamViewType?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES'
}

/** One change of one item. */
export interface DynamoDBRecord {
  awsRegion?: string
  dynamodb?: StreamRecord
  eventID?: string
  eventName?: 'INSERT' | 'MODIFY' | 'REMOVE'
  eventSource?: string
  eventSourceARN?: string
  eventVersion?: string
  /** `{ type: 'Service', principalId: 'dynamodb.amazonaws.com' }` if the item had expired. */
  userIdentity?: unknown
}

/** What a handler receives: changes in order. */
export interface DynamoDBStreamEvent {
  Records: DynamoDBRecord[]
}

/** The sequence number of a record that was not handled. */
export interface DynamoDBBatchItemFailure {
  itemIdentifier: string
}

/** The optional result of a handler: the batch is retried from the first of these failures on. */
export interface DynamoDBBatchResponse {
  batchItemFailures: DynamoDBBatchItemFailure[]
}

/** What a handler receives in addition to the event. */
export interface LambdaContext {
  callbackWaitsForEmptyEventLoop: boolean
  /** The name of the trigger. */
  functionName: string
  functionVersion: string
  invokedFunctionArn: string
  memoryLimitInMB: string
  awsRequestId: string
  logGroupName: string
  logStreamName: string
  getRemainingTimeInMillis(): number
  done(error?: Error, result?: unknown): void
  fail(error: Error | string): void
  succeed(messageOrObject: unknown): void
}

/** How a handler of the older style reports that it is done. */
export type LambdaCallback = (error?: Error | string | null, result?: unknown) => void

/**
 * A function as Lambda runs it for a DynamoDB stream: it returns a promise or, if it has a third parameter, calls
 * that. If it throws or rejects, the whole batch has failed.
 */
export type TriggerHandler = (
  event: DynamoDBStreamEvent,
  context: LambdaContext,
  callback: LambdaCallback,
) => unknown
