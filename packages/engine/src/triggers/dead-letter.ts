import type { AbandonCondition } from './batch-work.ts'
import { ReportedFailures } from './reported-failures.ts'
import type { DynamoDBStreamEvent } from './stream-event.ts'

/** What Lambda sends to an on-failure destination, plus the records themselves. */
export interface DeadLetter {
  /** Identifies it within its trigger; ids sort in the order of creation. */
  readonly id: string
  readonly requestContext: {
    readonly requestId: string
    readonly functionArn: string
    readonly condition: AbandonCondition
    readonly approximateInvokeCount: number
  }
  /** Absent if the handler was never called. */
  readonly responseContext?: {
    readonly statusCode: 200
    readonly executedVersion: '$LATEST'
    /** `null` if the handler reported failures without throwing. */
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
  /** What the handler threw last, or which records it reported as failed. */
  readonly error?: { readonly name: string; readonly message: string }
  /** The records; Lambda sends these only to destinations that are buckets. */
  readonly payload: DynamoDBStreamEvent
}

/** The facts in a dead letter. */
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

/** Creates a dead letter. */
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

/** Describes what was thrown, which can be anything, even a value that cannot be converted to text. */
export function describeError(error: unknown): { readonly name: string; readonly message: string } {
  try {
    if (error instanceof Error) return { name: String(error.name), message: String(error.message) }
    return { name: 'Error', message: String(error) }
  } catch {
    return { name: 'Error', message: `the handler threw ${typeof error}` }
  }
}
