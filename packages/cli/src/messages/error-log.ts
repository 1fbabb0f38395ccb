import { inspect } from 'node:util'

/** What a log of errors writes to, and its time. */
export interface ErrorLogOptions {
  readonly write: (text: string) => void
  /** Milliseconds from any start. */
  readonly now: () => number
}

const silenceMs = 10_000

/**
 * Makes a function that writes errors down, whole and with their causes, and what is told in words. One that was written in the last ten
 * seconds is only counted, since a full disk fails every request and a log would then fill what is left of it.
 */
export function createErrorLog({ write, now }: ErrorLogOptions): (error: unknown) => void {
  let last = ''
  let writtenAt = Number.NEGATIVE_INFINITY
  let unwritten = 0
  return (error) => {
    const message = String(error)
    if (message === last && now() - writtenAt < silenceMs) {
      unwritten += 1
      return
    }
    if (unwritten > 0) write(`… and ${unwritten} more of the same.\n`)
    write(typeof error === 'string' ? `monotable: ${error}\n` : `${inspect(error)}\n`)
    last = message
    writtenAt = now()
    unwritten = 0
  }
}
