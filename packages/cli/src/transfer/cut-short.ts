import { constants } from 'node:os'
import { isPassing } from './table-connection.ts'

/** A transfer that can be gone on with. */
export interface ResumableTransfer {
  /** Such as `import`. */
  readonly name: string
  /** How many items one with `--resume` would not copy again; nothing where there is nothing to go on with. */
  kept(): number | undefined
  /** Makes room for a sentence. */
  clear(): void
}

/** A transfer that ended before its end, of no fault of its own; `cause` is why. */
export class CutShort extends Error {}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Runs a transfer; whoever interrupts it, or sees it fail for a reason that may pass, is told how to go on. */
export async function tellingCutShort<Result>(
  transfer: ResumableTransfer,
  run: () => Promise<Result>,
): Promise<Result> {
  const onSignal = (signal: (typeof signals)[number]) => {
    transfer.clear()
    process.stderr.write(`monotable: ${sentence(transfer)}\n`)
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await run()
  } catch (error) {
    transfer.clear()
    if (!mayPass(error) || transfer.kept() === undefined) throw error
    throw new CutShort(sentence(transfer), { cause: error })
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/** A service that is gone comes back, and room on a disk can be made. */
function mayPass(error: unknown): boolean {
  return isPassing(error) || (error as NodeJS.ErrnoException).syscall !== undefined
}

function sentence({ name, kept }: ResumableTransfer): string {
  const items = kept()
  const told = `the ${name} was cut short`
  if (items === undefined) return told
  return `${told}; the same with --resume goes on from there: ${items} ${items === 1 ? 'item is' : 'items are'} done`
}
