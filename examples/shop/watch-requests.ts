import { createPort, type ModelClient, type Port } from '@monotable/model'

/** A request that went to the database: what it asked for, by which keys, and its units. */
export interface WatchedRequest {
  readonly operation: string
  readonly index: string | undefined
  /** One for each item that is written or read by its key; the key condition of a query. */
  readonly keys: readonly string[]
  readonly units: number
  readonly refused: boolean
}

/** Puts something between the model and the database that tells of every request. */
export function watchRequests(client: ModelClient, tell: (request: WatchedRequest) => void): Port {
  const port = createPort(client)
  return {
    send: async (operation, input) => {
      const about = { operation, index: (input as Input).IndexName, keys: keysOf(input as Input) }
      try {
        const answer = await port.send(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' })
        tell({ ...about, units: unitsOf(answer), refused: false })
        return answer
      } catch (error) {
        tell({ ...about, units: 0, refused: true })
        throw error
      }
    },
  }
}

type Item = { readonly [name: string]: object }

/** What requests have of keys. */
interface Input {
  readonly IndexName?: string
  readonly Key?: Item
  readonly Item?: Item
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeNames?: { readonly [name: string]: string }
  readonly ExpressionAttributeValues?: Item
  readonly TransactItems?: readonly { readonly [kind: string]: Input }[]
}

function keysOf(input: Input): string[] {
  if (input.KeyConditionExpression !== undefined) return [conditionOf(input, input.KeyConditionExpression)]
  const members = input.TransactItems?.flatMap((member) => Object.entries(member))
  if (members !== undefined) return members.map(([kind, member]) => `${kind} ${keyOf(member)}`)
  return [keyOf(input)]
}

function keyOf({ Key, Item }: Input): string {
  const { PK, SK } = Key ?? Item ?? {}
  return [PK, SK].map(textOf).join('  ')
}

/** The condition with names and values in their places, as one would say it. */
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

/** One number for a table, or one for each table of a transaction. */
function unitsOf(answer: object): number {
  const { ConsumedCapacity = [] } = answer as { readonly ConsumedCapacity?: Capacity | readonly Capacity[] }
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}

interface Capacity {
  readonly CapacityUnits?: number
}
