import { constants } from 'node:os'
import { isPassing } from './table-connection.ts'

/** Work that takes long and can be resumed. */
export interface LongWork {
  /** Such as `import`. */
  readonly name: string
  /** Returns how to resume, and what holds until then; `undefined` if there is nothing to resume. */
  howToResume(): string | undefined
  /** Clears the progress bar, so that a sentence can be printed. */
  clear(): void
}

/** The error for work that was interrupted through no fault of its own; `cause` is the reason. */
export class CutShort extends Error {}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Runs long work. If the user interrupts it, or it fails for a temporary reason, tells how to resume it. */
export async function runResumable<Result>(work: LongWork, run: () => Promise<Result>): Promise<Result> {
  const onSignal = (signal: (typeof signals)[number]) => {
    work.clear()
    process.stderr.write(`monotable: ${sentence(work)}\n`)
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await run()
  } catch (error) {
    work.clear()
    if (!mayPass(error) || work.howToResume() === undefined) throw error
    throw new CutShort(sentence(work), { cause: error })
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/** Whether an error may be temporary: an unreachable service may come back, and disk space can be freed. */
function mayPass(error: unknown): boolean {
  return isPassing(error) || (error as NodeJS.ErrnoException).syscall !== undefined
}

function sentence({ name, howToResume }: LongWork): string {
  const text = `the ${name} was interrupted`
  const how = howToResume()
  return how === undefined ? text : `${text}; ${how}`
}

/** Explains how to resume a transfer without copying the finished items again. */
export function byResuming(items: number | undefined): string | undefined {
  if (items === undefined) return undefined
  return `run it again with --resume to continue: ${items} ${items === 1 ? 'item is' : 'items are'} done`
}
