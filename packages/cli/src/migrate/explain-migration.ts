import { ModelError } from '@monotable/model'
import { ConfigurationError } from '@monotable/server'
import { UsageError } from '../usage-error.ts'

/** Runs a command, and turns what can go wrong into a line and an exit code. */
export async function explainMigration(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UsageError || !isExpected(error)) throw error
    process.stderr.write(`monotable: ${messageOf(error)}\n`)
    return 1
  }
}

function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return (
    error instanceof ConfigurationError ||
    error instanceof ModelError ||
    error.name === 'ModelError' ||
    error.name === 'TypeError' ||
    /Exception$|Error$/.test(error.name)
  )
}

function messageOf(error: Error): string {
  const { cause } = error
  if (error.message === 'fetch failed' && cause instanceof Error) {
    return `The database cannot be reached: ${cause.message || String((cause as NodeJS.ErrnoException).code)}. Is it running? --endpoint says where it is.`
  }
  return error.message
}
