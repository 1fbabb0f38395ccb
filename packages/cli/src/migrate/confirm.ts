import { createInterface } from 'node:readline'
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
  const answer = await new Promise<string | undefined>((resolve) => {
    // After Ctrl-C or the end of the input, nothing else comes: only newer versions of Node's readline/promises reject
    // the question then, and only after Ctrl-C and Ctrl-D.
    asking.once('close', () => resolve(undefined))
    asking.question(`${question} [y/N] `, resolve)
  })
  asking.close()
  if (answer === undefined) output.write('\n')
  return /^y(es)?$/i.test(answer?.trim() ?? '')
}
