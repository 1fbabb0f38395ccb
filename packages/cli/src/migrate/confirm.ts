import { createInterface } from 'node:readline/promises'
import { UsageError } from '../messages/usage-error.ts'

/** Asks before something is written; where nobody can be asked, the caller has to have said yes. */
export async function confirm(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError('nobody can be asked here: say --yes')
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim())
  } finally {
    asking.close()
  }
}
