import type { Port } from '../port/port.ts'
import { cancellationReasons, failureName } from '../port/service-failure.ts'
import type { Random } from '../util/random.ts'
import { backoffMs, isThrottled } from './backoff.ts'

/** How often a request is sent before its refusal is passed on. */
const attemptLimit = 8

/** Refusals for the moment, beside throttling: nothing was done, and the same request may pass later. */
const conflict = /^Transaction(Conflict|InProgress)/

/** How a port waits. */
export interface RetryOptions {
  readonly random: Random
  readonly sleep: (delayMs: number) => Promise<void>
  /** Whether the client sends again by itself when it is throttled, as the AWS SDK does. */
  readonly clientRetries: boolean
}

/** Sends what was refused for the moment again, after a while. Batches see to that themselves, member by member. */
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

/** Whether nothing is wrong with a transaction but that it came at a bad moment. It has a token, so it is done once. */
function isCancelledForNow(error: unknown): boolean {
  const codes = cancellationReasons(error).map(({ Code = 'None' }) => Code)
  const telling = codes.filter((code) => code !== 'None')
  return telling.length > 0 && telling.every((code) => conflict.test(code) || isThrottled(code))
}
