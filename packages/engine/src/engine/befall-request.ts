import type { Adversity } from '../adversity/adversity.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { resolveTableName } from '../tables/table-name.ts'
import type { Clock } from '../util/clock.ts'

/** The parts of a request that name a table, in all operations on items. */
interface NamesTables {
  readonly TableName?: string
  readonly RequestItems?: { readonly [table: string]: unknown }
  readonly TransactItems?: readonly {
    readonly [action: string]: { readonly TableName?: string } | undefined
  }[]
}

/** Lets happen to a request what adversity has in store for it: it waits, or is refused. */
export async function befallRequest(
  adversity: Adversity,
  context: OperationContext,
  operation: string,
  input: unknown,
): Promise<void> {
  const delayMs = adversity.latencyMs(operation)
  if (delayMs !== undefined) await pause(context.clock, delayMs)
  const { TableName, RequestItems = {}, TransactItems = [] } = input as NamesTables
  const inTransaction = Object.values(TransactItems[0] ?? {}).find((action) => action?.TableName)?.TableName
  const name = TableName ?? Object.keys(RequestItems)[0] ?? inTransaction
  const table = name === undefined ? undefined : context.catalogue.find(context.realm, nameOf(context, name))
  // A request that names no table that is there has enough to hear.
  if (table !== undefined) adversity.refuse(operation, table, TransactItems.length)
}

function nameOf({ realm }: OperationContext, nameOrArn: string): string {
  try {
    return resolveTableName(realm, nameOrArn)
  } catch {
    return ''
  }
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  // A request under way keeps the process alive, which a clock alone does not.
  const alive = setInterval(() => {}, 2 ** 30)
  return new Promise<void>((resolve) => clock.after(delayMs, resolve)).finally(() => clearInterval(alive))
}
