import { ModelError } from '@monotable/model'
import type { TablePlace } from '../place/table-place.ts'
import { explainTransfer } from '../transfer/explain-transfer.ts'

/** Runs something that reads or writes a model; explains failures in a sentence, with exit code 1. */
export function explainOutput(place: TablePlace, run: () => Promise<number>): Promise<number> {
  return explainTransfer(place, async () => {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      process.stderr.write(`monotable: ${error.message}\n`)
      return 1
    }
  })
}
