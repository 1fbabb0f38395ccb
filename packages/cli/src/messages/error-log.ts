import { inspect } from 'node:util'

/** The output and the clock of an error log. */
export interface ErrorLogOptions {
  readonly write: (text: string) => void
  /** Milliseconds from an arbitrary start. */
  readonly now: () => number
}

const silenceMs = 10_000

/** The number of recent messages that are remembered. A single cause never produces more than this. */
const maxKnown = 100
const maxShownLength = 200

/**
 * Makes a function that logs errors in full, with their causes, and plain messages. An error that was logged in the
 * last ten seconds is only counted: a full disk fails every request, and the log would then fill what is left of it.
 * Pending counts are written before the next entry.
 */
export function createErrorLog({ write, now }: ErrorLogOptions): (error: unknown) => void {
  const known = new Map<string, { readonly writtenAt: number; unwritten: number }>()
  let last = ''
  const writeCounts = () => {
    for (const [message, entry] of known) {
      const what = message === last ? 'the same.' : firstLine(message)
      if (entry.unwritten > 0) write(`… and ${entry.unwritten} more of ${what}\n`)
      entry.unwritten = 0
      if (now() - entry.writtenAt >= silenceMs) known.delete(message)
    }
    if (known.size >= maxKnown) known.clear()
  }
  return (error) => {
    const message = String(error)
    const entry = known.get(message)
    if (entry !== undefined && now() - entry.writtenAt < silenceMs) {
      entry.unwritten += 1
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
