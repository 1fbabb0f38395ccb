import type { Clock } from '../util/clock.ts'
import { type Random, randomUuid } from '../util/random.ts'
import type { Abandoned } from './batch-work.ts'
import { createDeadLetter, type DeadLetter } from './dead-letter.ts'
import { invokeHandler } from './invoke-handler.ts'
import type { HandledBatch } from './lane.ts'
import type { TriggerPlan } from './plan-trigger.ts'
import { readResponse } from './read-response.ts'
import { ReportedFailures } from './reported-failures.ts'
import type { DynamoDBRecord, TriggerHandler } from './stream-event.ts'
import type { TriggerHappening } from './trigger.ts'

/** What calling a handler needs. */
export interface HandlerCallerContext {
  readonly handler: TriggerHandler
  readonly plan: TriggerPlan
  readonly clock: Clock
  readonly random: Random
  readonly observe: (happening: TriggerHappening) => void
}

/** Calls the handler of a trigger, and writes dead letters about what it cannot handle. */
export class HandlerCaller {
  readonly #context: HandlerCallerContext
  #letters = 0

  constructor(context: HandlerCallerContext) {
    this.#context = context
  }

  /** Passes records to the handler, which may change them; never rejects. */
  async call(records: readonly DynamoDBRecord[]): Promise<HandledBatch> {
    const { handler, plan, clock, random, observe } = this.#context
    const startedMs = clock.now()
    // The clock may be set back meanwhile.
    const elapsedMs = () => Math.max(0, clock.now() - startedMs)
    const size = records.length
    const sequenceNumbers = records.map((record) => record.dynamodb?.SequenceNumber ?? '')
    try {
      const response = await invokeHandler({
        handler,
        event: { Records: [...records] },
        requestId: randomUuid(random),
        functionName: functionName(plan.name),
        functionArn: functionArn(records[0]?.eventSourceARN, plan.name),
        timeoutMs: plan.timeoutMs,
        clock,
      })
      const outcome = plan.partialResponses
        ? readResponse(response, sequenceNumbers)
        : ({ kind: 'handled' } as const)
      const durationMs = elapsedMs()
      if (outcome.kind === 'handled') {
        observe({ kind: 'handled', records: size, durationMs })
        return { outcome }
      }
      const count = outcome.kind === 'failed' ? size : size - outcome.index
      const error = new ReportedFailures(count, size)
      observe({ kind: 'failed', records: size, durationMs, error })
      return { outcome, error }
    } catch (error) {
      observe({ kind: 'failed', records: size, durationMs: elapsedMs(), error })
      return { outcome: { kind: 'failed' }, error }
    }
  }

  /** Creates a dead letter for records that were given up. */
  createLetter(
    abandoned: Abandoned<{ readonly take: () => DynamoDBRecord }>,
    from: { readonly shardId: string; readonly streamArn: string; readonly error?: unknown },
  ): DeadLetter {
    const { plan, clock, random } = this.#context
    const nowMs = clock.now()
    this.#letters++
    const order = `${String(nowMs).padStart(15, '0')}-${String(this.#letters).padStart(9, '0')}`
    return createDeadLetter({
      id: `${order}-${randomUuid(random).slice(0, 8)}`,
      requestId: randomUuid(random),
      functionArn: functionArn(from.streamArn, plan.name),
      condition: abandoned.condition,
      invocations: abandoned.invocations,
      nowMs,
      shardId: from.shardId,
      streamArn: from.streamArn,
      error: from.error,
      event: { Records: abandoned.entries.map(({ take }) => take()) },
    })
  }
}

/** Returns the ARN that a Lambda function next to the stream would have. */
function functionArn(streamArn = '', name: string): string {
  const [, partition = 'aws', , region = 'us-east-1', accountId = '000000000000'] = streamArn.split(':')
  return `arn:${partition}:lambda:${region}:${accountId}:function:${functionName(name)}`
}

/** Returns a trigger's name in the characters allowed for function names. */
function functionName(name: string): string {
  return name.replace(/[^\w-]/g, '-')
}
