import { explainOutput } from '../outputs/explain-output.ts'
import type { TablePlace } from '../transfer/table-connection.ts'

/** Runs a command on a model's tables; what went wrong is said in a sentence, with the exit code 1. */
export function explainMigration(place: TablePlace, work: () => Promise<number>): Promise<number> {
  return explainOutput(place, async () => {
    try {
      return await work()
    } catch (error) {
      const sentence = refusalOf(error)
      if (sentence === undefined) throw error
      process.stderr.write(`monotable: ${sentence}\n`)
      return 1
    }
  })
}

/** What the database refused, or that it is not there; nothing where it is our own mistake. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { cause, message, name } = error
  if (message === 'fetch failed' && cause instanceof Error) {
    const why = cause.message || String((cause as NodeJS.ErrnoException).code)
    return `The database cannot be reached: ${why}. Is it running? --endpoint says where it is.`
  }
  return name.endsWith('Exception') ? message : undefined
}
