import type { SendRequest } from '../shared/api.ts'
import { ApiError, invalid } from './api-error.ts'
import type { KeptConnection } from './connections.ts'
import { isReading } from './reading-operations.ts'

/** Tells how much time has passed, in milliseconds from any start. */
export type Timer = () => number

/** Reads what the page wants to be sent. */
export function readSendRequest(body: { readonly [member: string]: unknown }): SendRequest {
  const { operation, input, quiet } = body
  if (typeof operation !== 'string' || !/^[A-Za-z]{1,64}$/.test(operation)) {
    throw invalid('"operation" must be the name of an operation, such as Query.')
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalid('"input" must be an object.')
  }
  return { operation, input, ...(quiet === true && { quiet }) }
}

/** Refuses a request that could change something where nothing may be changed. */
export function requirePermitted({ connection, readOnly }: KeptConnection, request: SendRequest): void {
  if (!readOnly || isReading(request)) return
  const what = `${request.operation} could change something, and ${connection.name} is read-only`
  throw new ApiError(403, 'ReadOnly', `${what}. Switch the connection to writing first.`)
}

/** Sends an operation and gives the JSON of a `SendAnswer`. The answer's own text is not touched on its way. */
export async function sendOperation(
  kept: KeptConnection,
  request: SendRequest,
  timer: Timer,
): Promise<string> {
  requirePermitted(kept, request)
  const startMs = timer()
  const answer = await kept.connection.send(request.operation, request.input, {
    quiet: request.quiet ?? false,
  })
  const durationMs = Math.round((timer() - startMs) * 1_000) / 1_000
  if ('error' in answer) return `{"error":${JSON.stringify(answer.error)},"durationMs":${durationMs}}`
  return `{"output":${answer.output === '' ? '{}' : answer.output},"durationMs":${durationMs}}`
}
