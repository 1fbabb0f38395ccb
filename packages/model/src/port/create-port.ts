import { ModelError } from '../model-error.ts'
import type { Port } from './port.ts'
import { loadSdkCommands, type SdkClient, sdkPort } from './sdk-port.ts'

/**
 * What the model can talk to: a database in this process (`openDatabase` of `monotable`), a client of the AWS SDK v3,
 * the URL of a server on one's own machine, or anything else with `send(operation, input)`.
 */
export type ModelClient = string | { send(...args: never[]): Promise<unknown> }

/** Gives the port of a client. */
export function createPort(client: ModelClient): Port {
  if (typeof client === 'string') {
    return lazyPort(async () => (await import('./endpoint-port.ts')).endpointPort({ endpoint: client }))
  }
  if (typeof client?.send !== 'function') {
    const message = 'A client is an opened database, a DynamoDBClient or a URL'
    throw new ModelError('CLIENT', message, { expected: 'send' })
  }
  return isSdkClient(client)
    ? lazyPort(async () => sdkPort(client, await loadSdkCommands()))
    : (client as Port)
}

/** Whether a client is one of the AWS SDK's: told by what every one of them has. */
export function isSdkClient(client: ModelClient): client is SdkClient {
  return typeof client === 'object' && 'middlewareStack' in client && 'config' in client
}

/** The SDK is loaded when something is first sent, and so is what talks to a URL: who has a client has no need of it. */
function lazyPort(load: () => Promise<Port>): Port {
  let port: Promise<Port> | undefined
  return {
    send: async (operation, input, options) => {
      port ??= load()
      return (await port).send(operation, input, options)
    },
  }
}
