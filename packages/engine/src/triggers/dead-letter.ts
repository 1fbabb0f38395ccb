import type { AbandonCondition } from './batch-work.ts'
import { ReportedFailures } from './reported-failures.ts'
import type { DynamoDBStreamEvent } from './stream-event.ts'

/** What Lambda sends to an on-failure destination, and with it the records themselves. */
export interface DeadLetter {
  /** Names it within its trigger; later ones sort behind earlier ones. */
  readonly id: string
  readonly requestContext: {
    readonly requestId: string
    readonly functionArn: string
    readonly condition: AbandonCondition
    readonly approximateInvokeCount: number
  }
  /** Absent when the handler was never called. */
  readonly responseContext?: {
    readonly statusCode: 200
    readonly executedVersion: '$LATEST'
    /** `null` when the handler reported failures and threw nothing. */
    readonly functionError: 'Unhandled' | null
  }
  readonly version: '1.0'
  readonly timestamp: string
  readonly DDBStreamBatchInfo: {
    readonly shardId: string
    readonly startSequenceNumber: string
    readonly endSequenceNumber: string
    readonly approximateArrivalOfFirstRecord: string
    readonly approximateArrivalOfLastRecord: string
    readonly batchSize: number
    readonly streamArn: string
  }
  /** What the handler threw last, or what it said that it could not handle. */
  readonly error?: { readonly name: string; readonly message: string }
  /** The records, which a destination of Lambda gets only if it is a bucket. */
  readonly payload: DynamoDBStreamEvent
}

/** What a dead letter tells of. */
export interface DeadLetterFacts {
  readonly id: string
  readonly requestId: string
  readonly functionArn: string
  readonly condition: AbandonCondition
  readonly invocations: number
  readonly nowMs: number
  readonly shardId: string
  readonly streamArn: string
  readonly error?: unknown
  readonly event: DynamoDBStreamEvent
}

/** Writes a dead letter. */
export function createDeadLetter(facts: DeadLetterFacts): DeadLetter {
  const { Records } = facts.event
  const [first] = Records
  const last = Records.at(-1)
  const hasError = facts.error !== undefined
  const isThrown = hasError && !(facts.error instanceof ReportedFailures)
  return {
    id: facts.id,
    requestContext: {
      requestId: facts.requestId,
      functionArn: facts.functionArn,
      condition: facts.condition,
      approximateInvokeCount: facts.invocations,
    },
    ...(facts.invocations === 0
      ? {}
      : {
          responseContext: {
            statusCode: 200,
            executedVersion: '$LATEST',
            functionError: isThrown ? 'Unhandled' : null,
          },
        }),
    version: '1.0',
    timestamp: new Date(facts.nowMs).toISOString(),
    DDBStreamBatchInfo: {
      shardId: facts.shardId,
      startSequenceNumber: first?.dynamodb?.SequenceNumber ?? '',
      endSequenceNumber: last?.dynamodb?.SequenceNumber ?? '',
      approximateArrivalOfFirstRecord: wholeSecond(first?.dynamodb?.ApproximateCreationDateTime),
      approximateArrivalOfLastRecord: wholeSecond(last?.dynamodb?.ApproximateCreationDateTime),
      batchSize: Records.length,
      streamArn: facts.streamArn,
    },
    ...(hasError ? { error: describeError(facts.error) } : {}),
    payload: facts.event,
  }
}

function wholeSecond(seconds = 0): string {
  return new Date(Math.floor(seconds) * 1_000).toISOString().replace('.000Z', 'Z')
}

/** What was thrown may be anything, also something that cannot be made text of. */
export function describeError(error: unknown): { readonly name: string; readonly message: string } {
  try {
    if (error instanceof Error) return { name: String(error.name), message: String(error.message) }
    return { name: 'Error', message: String(error) }
  } catch {
    return { name: 'Error', message: `the handler threw ${typeof error}` }
  }
}
