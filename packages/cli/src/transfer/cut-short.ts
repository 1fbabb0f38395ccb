import { constants } from 'node:os'
import { isPassing } from './table-connection.ts'

/** Something that takes long, and can be gone on with. */
export interface LongWork {
  /** Such as `import`. */
  readonly name: string
  /** How to go on, and what is true until then; nothing where there is nothing to go on with. */
  goingOn(): string | undefined
  /** Makes room for a sentence. */
  clear(): void
}

/** Something that ended before its end, of no fault of its own; `cause` is why. */
export class CutShort extends Error {}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Does something that takes long; whoever interrupts it, or sees it fail for a reason that may pass, is told how to go on. */
export async function tellingCutShort<Result>(work: LongWork, run: () => Promise<Result>): Promise<Result> {
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
    if (!mayPass(error) || work.goingOn() === undefined) throw error
    throw new CutShort(sentence(work), { cause: error })
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/** A service that is gone comes back, and room on a disk can be made. */
function mayPass(error: unknown): boolean {
  return isPassing(error) || (error as NodeJS.ErrnoException).syscall !== undefined
}

function sentence({ name, goingOn }: LongWork): string {
  const told = `the ${name} was cut short`
  const how = goingOn()
  return how === undefined ? told : `${told}; ${how}`
}

/** How to go on with a transfer, which would not copy so many items again. */
export function byResuming(items: number | undefined): string | undefined {
  if (items === undefined) return undefined
  return `the same with --resume goes on from there: ${items} ${items === 1 ? 'item is' : 'items are'} done`
}
