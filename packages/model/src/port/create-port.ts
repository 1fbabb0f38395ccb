import { ModelError } from '../model-error.ts'
import type { Port } from './port.ts'
import { loadSdkCommands, type SdkClient, sdkPort } from './sdk-port.ts'

/**
 * What the model can talk to: a database in this process (`openDatabase` of `monotable`), a client of the AWS SDK v3,
 * or anything else with `send(operation, input)`.
 */
export interface ModelClient {
  send(...args: never[]): Promise<unknown>
}

/** Gives the port of a client. */
export function createPort(client: ModelClient): Port {
  if (typeof client === 'string') {
    const message = 'A URL is not a client yet; make a DynamoDBClient with that endpoint, and pass it'
    throw new ModelError('CLIENT', message, { expected: 'a client' })
  }
  if (typeof client?.send !== 'function') {
    const message = 'A client has a method "send": pass an opened database or a DynamoDBClient'
    throw new ModelError('CLIENT', message, { expected: 'send' })
  }
  return isSdkClient(client) ? lazySdkPort(client) : (client as Port)
}

/** Clients of the SDK are told by what every one of them has. */
function isSdkClient(client: object): client is SdkClient {
  return 'middlewareStack' in client && 'config' in client
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
