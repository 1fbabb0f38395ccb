import { MalformedFile } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import { ConfigurationError } from '@monotable/server'
import { EndpointError, explainEndpointError } from '../endpoint-client.ts'
import { explainError } from '../messages/explain-error.ts'
import { explainFileError } from '../messages/explain-file-error.ts'
import { describeStore } from '../place/store.ts'
import type { TablePlace } from '../place/table-place.ts'
import { CutShort } from './cut-short.ts'

/** Runs a transfer; explains failures in a sentence, with exit code 1. */
export async function explainTransfer(place: TablePlace, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    const explanation = explain(error, place)
    if (explanation === undefined) throw error
    process.stderr.write(`monotable: ${explanation}\n`)
    return 1
  }
}

function explain(error: unknown, place: TablePlace): string | undefined {
  const { store, endpoint } = place
  if (error instanceof CutShort) {
    const reason = explain(error.cause, place)
    return reason && `${reason}\nmonotable: ${error.message}`
  }
  if (error instanceof ConfigurationError || error instanceof MalformedFile) return error.message
  if (error instanceof EndpointError) return explainEndpointError(error, endpoint)
  if (error instanceof ServiceError) return `${error.name}: ${error.message}`
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code !== undefined && syscall !== undefined) return explainFileError(error) ?? message
  return explainError(error, { path: store && describeStore(store), takesEndpoint: true })
}
