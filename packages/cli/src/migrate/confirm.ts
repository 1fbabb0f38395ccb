import { createInterface } from 'node:readline/promises'
import { UsageError } from '../messages/usage-error.ts'

/** Where somebody is asked, and answers. */
interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** Asks before something is written; where nobody can be asked, the caller has to have said yes. */
export async function confirm(
  question: string,
  yes: boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (yes) return true
  if (!input.isTTY || !output.isTTY) throw new UsageError('nobody can be asked here: say --yes')
  const asking = createInterface({ input, output })
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim())
  } catch (error) {
    // Ctrl-C, or the end of the input.
    if ((error as Error).name !== 'AbortError') throw error
    output.write('\n')
    return false
  } finally {
    asking.close()
  }
}
