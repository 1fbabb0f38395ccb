import { ModelError } from '../model-error.ts'
import type { Port } from './port.ts'
import type { SdkClient } from './sdk-port.ts'

/**
 * What the model can connect to: a database in this process (`openDatabase` of `monotable`), a client of the AWS SDK
 * v3, the URL of a server on the same machine, or anything else with `send(operation, input)`.
 */
export type ModelClient = string | { send(...args: never[]): Promise<unknown> }

/** Returns the port of a client. */
export function createPort(client: ModelClient): Port {
  if (typeof client === 'string') {
    return lazyPort(async () => (await import('./endpoint-port.ts')).endpointPort({ endpoint: client }))
  }
  if (typeof client?.send !== 'function') {
    const message = 'A client must be an opened database, a DynamoDBClient or a URL'
    throw new ModelError('CLIENT', message, { expected: 'send' })
  }
  return isSdkClient(client)
    ? lazyPort(async () => (await import('./sdk-port.ts')).loadSdkPort(client))
    : (client as Port)
}

/** Whether a client is one of the AWS SDK's, judged by a member that all of them have. */
export function isSdkClient(client: ModelClient): client is SdkClient {
  return typeof client === 'object' && 'middlewareStack' in client && 'config' in client
}

/**
 * Loads what talks to the SDK or to a URL with the first request: programs that bring a client of their own do not need
 * it.
 */
function lazyPort(load: () => Promise<Port>): Port {
  let port: Promise<Port> | undefined
  return {
    send: async (operation, input, options) => {
      port ??= load()
      return (await port).send(operation, input, options)
    },
  }
}
