import { ModelError } from '../model-error.ts'
import { endpointPort } from './endpoint-port.ts'
import type { Port } from './port.ts'
import { loadSdkCommands, type SdkClient, sdkPort } from './sdk-port.ts'

/**
 * What the model can talk to: a database in this process (`openDatabase` of `monotable`), a client of the AWS SDK v3,
 * the URL of a server on one's own machine, or anything else with `send(operation, input)`.
 */
export type ModelClient = string | { send(...args: never[]): Promise<unknown> }

/** Gives the port of a client. */
export function createPort(client: ModelClient): Port {
  if (typeof client === 'string') return endpointPort({ endpoint: client })
  if (typeof client?.send !== 'function') {
    const message = 'A client has a method "send": pass an opened database, a DynamoDBClient or a URL'
    throw new ModelError('CLIENT', message, { expected: 'send' })
  }
  return isSdkClient(client) ? lazySdkPort(client) : (client as Port)
}

/** Whether a client is one of the AWS SDK's: told by what every one of them has. */
export function isSdkClient(client: ModelClient): client is SdkClient {
  return typeof client === 'object' && 'middlewareStack' in client && 'config' in client
}

/** The SDK is loaded when something is first sent. */
function lazySdkPort(client: SdkClient): Port {
  let port: Port | undefined
  return {
    send: (operation, input) => {
      port ??= sdkPort(client, loadSdkCommands())
      return port.send(operation, input)
    },
  }
}
