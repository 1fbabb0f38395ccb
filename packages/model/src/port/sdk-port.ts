import { ModelError } from '../model-error.ts'
import type { Port } from './port.ts'
import type { OperationName } from './wire.ts'

/** A client of the AWS SDK v3, as far as the model uses it. */
export interface SdkClient {
  send(...args: never[]): Promise<unknown>
}

/** The command classes of the AWS SDK by name: `import * as commands from '@aws-sdk/client-dynamodb'`. */
export type SdkCommands = { readonly [name: string]: unknown }

type Command = new (input: object) => unknown

/**
 * Connects to DynamoDB through a client of the AWS SDK v3, with the SDK's own command classes. `connect` does this by
 * itself for a client of the SDK; call it yourself if a bundler has to see what is used.
 */
export function sdkPort(client: SdkClient, commands: SdkCommands | Promise<SdkCommands>): Port {
  const send = client.send.bind(client) as (...args: unknown[]) => Promise<unknown>
  return {
    send: async (operation, input, options) => {
      const Class = requireCommand(await commands, operation)
      return (await send(new Class(input), options)) as never
    },
  }
}

/** Connects through a client, with the commands of the SDK that the application has installed. */
export async function loadSdkPort(client: SdkClient): Promise<Port> {
  try {
    return sdkPort(client, await import('@aws-sdk/client-dynamodb'))
  } catch (cause) {
    const message =
      'The commands of the AWS SDK could not be loaded; install @aws-sdk/client-dynamodb, or pass sdkPort(client, commands)'
    throw new ModelError('CLIENT', message, { expected: '@aws-sdk/client-dynamodb' }, cause)
  }
}

function requireCommand(commands: SdkCommands, operation: OperationName): Command {
  const command = commands[`${operation}Command`]
  if (typeof command === 'function') return command as Command
  const message = `The commands given have no ${operation}Command; pass all of @aws-sdk/client-dynamodb`
  throw new ModelError('CLIENT', message, { expected: `${operation}Command` })
}
