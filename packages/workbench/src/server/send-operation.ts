import type { SendRequest } from '../shared/api.ts'
import { ApiError, invalid, startedReadOnly } from './api-error.ts'
import type { KeptConnection } from './connections.ts'
import { isReading } from './reading-operations.ts'

/** Returns a time in milliseconds from an arbitrary start. */
export type Timer = () => number

/** Parses a request of the page to send an operation. */
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

/** Rejects a request that could change something if the connection is read-only. */
export function requirePermitted(
  { connection, readOnly, maySwitch }: KeptConnection,
  request: SendRequest,
): void {
  if (!readOnly || isReading(request)) return
  const what = `${request.operation} could change data, but “${connection.name}” is read-only`
  const advice = maySwitch ? 'Allow writing to the connection first.' : startedReadOnly().message
  throw new ApiError(403, 'ReadOnly', `${what}. ${advice}`)
}

/** Sends an operation and returns the JSON of a `SendAnswer`. The text of the database's answer is not modified. */
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
