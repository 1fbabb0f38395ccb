import { createPort, type ModelClient, type Port } from '@monotable/model'

/** A request that was sent to the database: its operation, its keys, and its units. */
export interface WatchedRequest {
  readonly operation: string
  readonly index: string | undefined
  /** One for each item that is written or read by key; for a query, the key condition. */
  readonly keys: readonly string[]
  /** Read and write units. */
  readonly read: number
  readonly write: number
  readonly refused: boolean
}

/** Puts a layer between the model and the database that reports every request. `keyNames`: the table's key. */
export function watchRequests(
  client: ModelClient,
  tell: (request: WatchedRequest) => void,
  keyNames: readonly string[] = ['PK', 'SK'],
): Port {
  const port = createPort(client)
  return {
    send: async (operation, input) => {
      const about = { operation, index: (input as Input).IndexName, keys: keysOf(input as Input, keyNames) }
      try {
        const answer = await port.send(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' })
        tell({ ...about, ...unitsOf(operation, answer), refused: false })
        return answer
      } catch (error) {
        tell({ ...about, read: 0, write: 0, refused: true })
        throw error
      }
    },
  }
}

type Item = { readonly [name: string]: object }

/** The parts of requests that contain keys. */
interface Input {
  readonly IndexName?: string
  readonly Key?: Item
  readonly Item?: Item
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeNames?: { readonly [name: string]: string }
  readonly ExpressionAttributeValues?: Item
  readonly TransactItems?: readonly { readonly [kind: string]: Input }[]
  readonly RequestItems?: { readonly [table: string]: readonly { readonly [kind: string]: Input }[] }
}

function keysOf(input: Input, names: readonly string[]): string[] {
  if (input.KeyConditionExpression !== undefined) return [conditionOf(input, input.KeyConditionExpression)]
  const { TransactItems, RequestItems } = input
  const members = TransactItems ?? (RequestItems && Object.values(RequestItems).flat())
  if (members === undefined) return [keyOf(input, names)]
  return members
    .flatMap((member) => Object.entries(member))
    .map(([kind, member]) => `${kind.replace('Request', '')} ${keyOf(member, names)}`)
}

function keyOf({ Key, Item }: Input, names: readonly string[]): string {
  return names.map((name) => textOf((Key ?? Item)?.[name])).join('  ')
}

/** Returns the key condition with names and values in place, as people would write it. */
function conditionOf(
  { ExpressionAttributeNames, ExpressionAttributeValues }: Input,
  condition: string,
): string {
  return condition
    .replaceAll(/#\w+/g, (name) => ExpressionAttributeNames?.[name] ?? name)
    .replaceAll(/:\w+/g, (name) => textOf(ExpressionAttributeValues?.[name]))
}

function textOf(value: object | undefined): string {
  return value === undefined ? '' : String(Object.values(value)[0])
}

/**
 * Returns the units of an answer. Only a transaction reports reading and writing separately; for others, the operation
 * decides.
 */
function unitsOf(operation: string, answer: object): { read: number; write: number } {
  const { ConsumedCapacity = [] } = answer as { readonly ConsumedCapacity?: Capacity | readonly Capacity[] }
  const isRead = /Get|^Query$|^Scan$/.test(operation)
  let [read, write] = [0, 0]
  for (const capacity of [ConsumedCapacity].flat()) {
    const { CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits } = capacity
    const isSplit = ReadCapacityUnits !== undefined || WriteCapacityUnits !== undefined
    read += isSplit ? (ReadCapacityUnits ?? 0) : isRead ? CapacityUnits : 0
    write += isSplit ? (WriteCapacityUnits ?? 0) : isRead ? 0 : CapacityUnits
  }
  return { read, write }
}

interface Capacity {
  readonly CapacityUnits?: number
  readonly ReadCapacityUnits?: number
  readonly WriteCapacityUnits?: number
}
