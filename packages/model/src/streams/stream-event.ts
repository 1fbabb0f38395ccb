/*
 * The event of a DynamoDB stream as Lambda delivers it, as far as it is used here. The types of @types/aws-lambda and
 * of Monotable's triggers are assignable to it.
 */

/** A value in an event: binary is base64, numbers are text. */
export interface EventValue {
  readonly B?: string | undefined
  readonly BOOL?: boolean | undefined
  readonly BS?: readonly string[] | undefined
  readonly L?: readonly EventValue[] | undefined
  readonly M?: EventImage | undefined
  readonly N?: string | undefined
  readonly NS?: readonly string[] | undefined
  readonly NULL?: boolean | undefined
  readonly S?: string | undefined
  readonly SS?: readonly string[] | undefined
}

/** The attributes of an item, or of its key. */
export type EventImage = { readonly [name: string]: EventValue }

/** One change of one item. */
export interface EventRecord {
  readonly eventName?: 'INSERT' | 'MODIFY' | 'REMOVE' | undefined
  readonly eventSourceARN?: string | undefined
  readonly dynamodb?:
    | {
        readonly ApproximateCreationDateTime?: number | Date | undefined
        readonly Keys?: EventImage | undefined
        readonly NewImage?: EventImage | undefined
        readonly OldImage?: EventImage | undefined
        readonly SequenceNumber?: string | undefined
      }
    | undefined
  readonly userIdentity?: unknown
}

/** The argument of a handler: changes in order. */
export interface StreamEvent {
  readonly Records: readonly EventRecord[]
}

/** The result of a handler: the batch is delivered again, starting with the first of these. */
export interface StreamResponse {
  batchItemFailures: { itemIdentifier: string }[]
}

/** Returns the table's name from the ARN of an event's record; `undefined` if it has none. */
export function tableOf({ eventSourceARN }: EventRecord): string | undefined {
  return /:table\/([^/]+)/.exec(eventSourceARN ?? '')?.[1]
}
