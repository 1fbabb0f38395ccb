import { describeError } from './dead-letter.ts'
import type { TriggerOptions } from './trigger.ts'

/** Wraps an observer so that it cannot stop the trigger: what it throws becomes a warning. */
export function guardObserver(observe: TriggerOptions['observe']): NonNullable<TriggerOptions['observe']> {
  return (happening) => {
    try {
      observe?.(happening)
    } catch (error) {
      warnOf(error)
    }
  }
}

/** Emits a warning about something thrown by a user's function. Node requires an error or text. */
export function warnOf(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : describeError(error).message)
}
