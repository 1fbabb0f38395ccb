import { describeError } from './dead-letter.ts'
import type { TriggerOptions } from './trigger.ts'

/** Whoever watches a trigger, made such that it cannot stop it: what it throws is a warning. */
export function guardObserver(observe: TriggerOptions['observe']): NonNullable<TriggerOptions['observe']> {
  return (happening) => {
    try {
      observe?.(happening)
    } catch (error) {
      warnOf(error)
    }
  }
}

/** Makes a warning of what somebody else's function threw. Node wants an error or text. */
export function warnOf(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : describeError(error).message)
}
