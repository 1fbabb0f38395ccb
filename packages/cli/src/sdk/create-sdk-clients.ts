import type { DynamoDB, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocument, TranslateConfig } from '@aws-sdk/lib-dynamodb'
import type { Database } from '@monotable/engine'
import { createClientConfig } from './client-config.ts'
import { createDirectSend, deliver, type SdkCommand, type SendRest } from './direct-send.ts'
import { loadDependency, loadPackage } from './load-package.ts'
import type { SdkErrors } from './sdk-error.ts'
import { type KeyNodes, translateNodes } from './translate-nodes.ts'

type ClientPackage = typeof import('@aws-sdk/client-dynamodb')
type DocumentPackage = typeof import('@aws-sdk/lib-dynamodb')
type ValuePackage = Pick<typeof import('@aws-sdk/util-dynamodb'), 'marshall' | 'unmarshall'>

/** A command of the document client: it contains the low-level command, and the positions of its attribute values. */
interface DocumentCommand extends SdkCommand {
  readonly clientCommand: SdkCommand
  readonly inputKeyNodes: KeyNodes
  readonly outputKeyNodes: KeyNodes
}

/**
 * Makes a client whose `send` goes straight to the database, without the SDK's middleware: a sixtieth of the cost.
 * Middleware added to it has no effect; for full fidelity, use a plain client with `clientConfig()`. It is a
 * `DynamoDB`, that is, a `DynamoDBClient` with a method for each operation, as some libraries require.
 */
export function createSdkClient(db: Database, region: string): DynamoDB {
  const sdk = loadPackage('@aws-sdk/client-dynamodb') as ClientPackage
  const direct = createDirectSend({ db, sdk: sdk as unknown as SdkErrors, region })
  class MonotableClient extends sdk.DynamoDB {}
  const sendWhole = sdk.DynamoDB.prototype.send as (command: SdkCommand, ...rest: SendRest) => unknown
  // A command of the document client marshalls with middleware of its own, whichever client sends it. ElectroDB sends
  // such commands through the client that it is given.
  overrideSend(MonotableClient.prototype, (command, ...rest) =>
    hasKeyNodes(command) ? sendWhole.call(client, command, ...rest) : deliver(rest, () => direct(command)),
  )
  const client = new MonotableClient(createClientConfig(db, region))
  return client
}

/**
 * Makes a `DynamoDBDocument` of the same kind, that is, a `DynamoDBDocumentClient` with a method for each command. It
 * marshalls with the SDK's own functions.
 */
export function createSdkDocumentClient(
  db: Database,
  region: string,
  translateConfig: TranslateConfig = {},
): DynamoDBDocument {
  const lib = loadPackage('@aws-sdk/lib-dynamodb') as DocumentPackage
  const values = loadDependency('@aws-sdk/util-dynamodb', '@aws-sdk/lib-dynamodb') as ValuePackage
  const client = createSdkClient(db, region)
  const marshallOptions = { convertTopLevelContainer: true, ...translateConfig.marshallOptions }
  const unmarshallOptions = { convertWithoutMapWrapper: true, ...translateConfig.unmarshallOptions }
  const marshall = (value: unknown) => values.marshall(value as never, marshallOptions as never)
  const unmarshall = (value: unknown) => values.unmarshall(value as never, unmarshallOptions)
  const sendLow = client.send.bind(client) as (command: object) => Promise<object>
  const direct = createDirectSend({
    db,
    sdk: loadPackage('@aws-sdk/client-dynamodb') as SdkErrors,
    region,
  })
  const run = async (command: SdkCommand): Promise<object> => {
    if (!isDocumentCommand(command)) return sendLow(command)
    const { clientCommand, inputKeyNodes, outputKeyNodes } = command
    const output = await direct(clientCommand, translateNodes(command.input, inputKeyNodes, marshall))
    return translateNodes(output, outputKeyNodes, unmarshall) as object
  }
  class MonotableDocumentClient extends lib.DynamoDBDocument {}
  const sendWhole = lib.DynamoDBDocument.prototype.send as (command: SdkCommand, ...rest: SendRest) => unknown
  overrideSend(MonotableDocumentClient.prototype, (command, ...rest) =>
    isOlderDocumentCommand(command)
      ? sendWhole.call(documents, command, ...rest)
      : deliver(rest, () => run(command)),
  )
  // The SDK's constructor is protected; `from` would make an instance of its own class.
  const Constructor = MonotableDocumentClient as unknown as new (
    client: DynamoDBClient,
    config: TranslateConfig,
  ) => DynamoDBDocument
  const documents = new Constructor(client, translateConfig)
  return documents
}

/** Replaces `send`. The SDK declares an overload for each call style, which a class body cannot match. */
function overrideSend(prototype: object, send: (command: SdkCommand, ...rest: SendRest) => unknown): void {
  Object.defineProperty(prototype, 'send', { value: send, writable: true, configurable: true })
}

function isDocumentCommand(command: SdkCommand): command is DocumentCommand {
  return 'clientCommand' in command && hasKeyNodes(command) && 'outputKeyNodes' in command
}

/** Whether a command is one of the document client, in any version of the SDK. */
function hasKeyNodes(command: SdkCommand): command is SdkCommand & { readonly inputKeyNodes: unknown } {
  return 'inputKeyNodes' in command
}

/**
 * Before 3.428 (October 2023) the SDK described the positions of values as lists, with other rules; such a command goes
 * through the SDK's middleware, which knows them.
 */
function isOlderDocumentCommand(command: SdkCommand): boolean {
  return hasKeyNodes(command) && Array.isArray(command.inputKeyNodes)
}
