import type { Port } from '../port/port.ts'
import { cancellationReasons, failureName } from '../port/service-failure.ts'
import type { Random } from '../util/random.ts'
import { backoffMs, isThrottled } from './backoff.ts'

/** How often a request is sent before its refusal is passed on. */
const attemptLimit = 8

/** Refusals that are temporary, apart from throttling: nothing was done, and the same request may succeed later. */
const conflict = /^Transaction(Conflict|InProgress)/

/** How a port waits. */
export interface RetryOptions {
  readonly random: Random
  readonly sleep: (delayMs: number) => Promise<void>
  /** Whether the client itself retries when it is throttled, as the AWS SDK does. */
  readonly clientRetries: boolean
}

/** Retries requests that were refused temporarily, after a delay. Batches do that themselves, member by member. */
export function retryingPort(port: Port, { random, sleep, clientRetries }: RetryOptions): Port {
  return {
    send: async (operation, input, options) => {
      const isBatch = operation.startsWith('Batch')
      for (let attempt = 1; ; attempt++) {
        try {
          return await port.send(operation, input, options)
        } catch (error) {
          const passes =
            conflict.test(failureName(error) as string) ||
            (!clientRetries && isThrottled(failureName(error))) ||
            isCancelledForNow(error)
          if (isBatch || attempt >= attemptLimit || !passes || options?.abortSignal.aborted) throw error
          await sleep(backoffMs(attempt, random))
        }
      }
    },
  }
}

/** Whether a transaction was cancelled for temporary reasons only. It has a token, so it is not applied twice. */
function isCancelledForNow(error: unknown): boolean {
  const codes = cancellationReasons(error).map(({ Code = 'None' }) => Code)
  const telling = codes.filter((code) => code !== 'None')
  return telling.length > 0 && telling.every((code) => conflict.test(code) || isThrottled(code))
}
