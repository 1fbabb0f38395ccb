import { explainEndpointError } from '../endpoint-client.ts'
import { explainUnreachable } from '../messages/explain-unreachable.ts'
import { explainOutput } from '../outputs/explain-output.ts'
import type { TablePlace } from '../place/table-place.ts'
import { CutShort } from '../transfer/cut-short.ts'
import { isCutOff, isPassing } from '../transfer/table-connection.ts'

/** Runs a command on the tables of a model; explains failures in a sentence, with exit code 1. */
export function explainMigration(place: TablePlace, work: () => Promise<number>): Promise<number> {
  return explainOutput(place, async () => {
    try {
      return await work()
    } catch (error) {
      const sentence = refusalOf(error, place)
      if (sentence === undefined) throw error
      process.stderr.write(`monotable: ${sentence}\n`)
      return 1
    }
  })
}

/** Explains what the database refused, or that it cannot be reached; `undefined` for our own mistakes. */
function refusalOf(error: unknown, place: TablePlace): string | undefined {
  const { endpoint } = place
  if (!(error instanceof Error)) return undefined
  if (error instanceof CutShort) {
    const reason = refusalOf(error.cause, place)
    return reason && `${reason}\nmonotable: ${error.message}`
  }
  const { name, cause } = error
  if (isCutOff(error)) return explainUnreachable(endpoint, cause)
  return name.endsWith('Exception') || isPassing(error) ? explainEndpointError(error, endpoint) : undefined
}
