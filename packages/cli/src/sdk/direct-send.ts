import type { Database } from '@monotable/engine'
import type { OperationName } from '@monotable/protocol'
import { createRequestIds } from '@monotable/server'
import { abortError } from './abort-error.ts'
import { type SdkErrors, toSdkError } from './sdk-error.ts'
import { datesToSeconds, secondsToDates } from './sdk-timestamps.ts'

/** A command of the AWS SDK v3, with the parts that are needed to run it. */
export interface SdkCommand {
  readonly input: unknown
}

/** Runs commands of the SDK's low-level client directly on a database. */
export type DirectSend = (command: SdkCommand, input?: unknown) => Promise<object>

export interface DirectSendOptions {
  readonly db: Pick<Database, 'send'>
  readonly sdk: SdkErrors
  readonly region: string
}

/** Makes a function that runs SDK commands without the SDK's middleware, with the SDK's outputs and errors. */
export function createDirectSend({ db, sdk, region }: DirectSendOptions): DirectSend {
  const nextRequestId = createRequestIds()
  const options = { region }
  return async (command, input = command.input) => {
    // The engine itself rejects unknown names.
    const operation = operationOf(command) as OperationName
    const requestId = nextRequestId()
    try {
      const output = await db.send(operation, datesToSeconds(operation, input ?? {}) as never, options)
      const metadata = { httpStatusCode: 200, requestId, attempts: 1, totalRetryDelay: 0 }
      return { $metadata: metadata, ...(secondsToDates(operation, output) as object) }
    } catch (error) {
      throw toSdkError(error, sdk, requestId)
    }
  }
}

/** Returns the operation of a command: newer SDKs carry it in a schema, older ones in the class name. */
function operationOf(command: SdkCommand): string {
  const { schema } = command as { schema?: unknown }
  if (Array.isArray(schema) && typeof schema[2] === 'string') return schema[2]
  return command.constructor.name.replace(/Command$/, '')
}

/** The arguments after the command in a call of `send`: options, a callback, or both. */
export type SendRest = readonly unknown[]

type Callback = (error: unknown, output?: unknown) => void

/** Runs `send` in either of its styles, with a promise or a callback. */
export function deliver(rest: SendRest, run: () => Promise<object>): Promise<object> | undefined {
  const callback = rest.find((argument): argument is Callback => typeof argument === 'function')
  const outcome = isAborted(rest[0]) ? Promise.reject(abortError()) : run()
  if (callback === undefined) return outcome
  outcome
    .then(
      (output) => callback(null, output),
      (error) => callback(error),
    )
    // As in the SDK: nobody can catch an error thrown by a callback, and it must not end the process.
    .catch(() => {})
  return undefined
}

function isAborted(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) return false
  return (options as { abortSignal?: { aborted?: boolean } }).abortSignal?.aborted === true
}
