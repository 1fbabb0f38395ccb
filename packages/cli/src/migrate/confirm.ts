import { createInterface } from 'node:readline/promises'
import { UsageError } from '../messages/usage-error.ts'

/** The terminal on which a question is asked and answered. */
interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** Asks the user before something is written. Where nobody can be asked, the caller must have confirmed in advance. */
export async function confirm(
  question: string,
  yes: boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (yes) return true
  if (!input.isTTY || !output.isTTY)
    throw new UsageError('cannot ask for confirmation without a terminal: use --yes')
  const asking = createInterface({ input, output })
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim())
  } catch (error) {
    // Ctrl-C, or the end of input.
    if ((error as Error).name !== 'AbortError') throw error
    output.write('\n')
    return false
  } finally {
    asking.close()
  }
}
