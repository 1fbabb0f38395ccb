import type { Clock } from '../util/clock.ts'
import type { DynamoDBStreamEvent, LambdaContext, TriggerHandler } from './stream-event.ts'

/** One call of a handler. */
export interface Invocation {
  readonly handler: TriggerHandler
  readonly event: DynamoDBStreamEvent
  readonly requestId: string
  /** The trigger's name, and the ARN that a Lambda function of that name would have. */
  readonly functionName: string
  readonly functionArn: string
  readonly timeoutMs: number
  readonly clock: Clock
}

type Settle = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }

/**
 * Calls a handler as Lambda does and returns its result. A handler with three parameters that returns no promise is
 * done when it calls its third. Rejects with what the handler throws, or on timeout; the handler may then still be
 * running.
 */
export function invokeHandler(invocation: Invocation): Promise<unknown> {
  const { handler, event, timeoutMs, clock } = invocation
  return new Promise((resolve, reject) => {
    const cancel = clock.after(timeoutMs, () => {
      reject(
        new Error(`${invocation.requestId} Task timed out after ${(timeoutMs / 1_000).toFixed(2)} seconds`),
      )
    })
    const settle: Settle = {
      resolve: (value) => {
        cancel()
        resolve(value)
      },
      reject: (error) => {
        cancel()
        reject(error)
      },
    }
    const callback = (error?: unknown, result?: unknown) => {
      if (error === undefined || error === null) settle.resolve(result)
      else settle.reject(error)
    }
    try {
      const answer: unknown = handler(event, createContext(invocation, callback), callback)
      if (isThenable(answer)) answer.then(settle.resolve, settle.reject)
      else if (handler.length < 3 || answer !== undefined) settle.resolve(answer)
    } catch (error) {
      settle.reject(error)
    }
  })
}

function createContext(
  { functionName, functionArn, requestId, timeoutMs, clock }: Invocation,
  callback: (error?: unknown, result?: unknown) => void,
): LambdaContext {
  const deadlineMs = clock.now() + timeoutMs
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: '128',
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: `${new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '/')}/[$LATEST]monotable`,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - clock.now()),
    done: callback,
    fail: (error) => callback(error ?? new Error('the handler failed')),
    succeed: (result) => callback(undefined, result),
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}
