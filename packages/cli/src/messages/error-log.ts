import { inspect } from 'node:util'

/** What a log of errors writes to, and its time. */
export interface ErrorLogOptions {
  readonly write: (text: string) => void
  /** Milliseconds from any start. */
  readonly now: () => number
}

const silenceMs = 10_000

/** So many messages are known again; more than this are never about one cause. */
const maxKnown = 100
const maxShownLength = 200

/**
 * Makes a function that writes errors down, whole and with their causes, and what is told in words. One that was written
 * in the last ten seconds is only counted, since a full disk fails every request and a log would then fill what is left of
 * it. Counts are written before what is written next.
 */
export function createErrorLog({ write, now }: ErrorLogOptions): (error: unknown) => void {
  const known = new Map<string, { readonly writtenAt: number; unwritten: number }>()
  let last = ''
  const writeCounts = () => {
    for (const [message, told] of known) {
      const what = message === last ? 'the same.' : firstLine(message)
      if (told.unwritten > 0) write(`… and ${told.unwritten} more of ${what}\n`)
      told.unwritten = 0
      if (now() - told.writtenAt >= silenceMs) known.delete(message)
    }
    if (known.size >= maxKnown) known.clear()
  }
  return (error) => {
    const message = String(error)
    const told = known.get(message)
    if (told !== undefined && now() - told.writtenAt < silenceMs) {
      told.unwritten += 1
      return
    }
    writeCounts()
    write(typeof error === 'string' ? `monotable: ${error}\n` : `${inspect(error)}\n`)
    known.set(message, { writtenAt: now(), unwritten: 0 })
    last = message
  }
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').slice(0, maxShownLength)
}
