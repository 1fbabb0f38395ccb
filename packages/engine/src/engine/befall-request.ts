import type { Adversity } from '../adversity/adversity.ts'
import { tablesOf, textMember } from '../metrics/request-facts.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { peekStatement } from '../partiql/peek-statement.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { pause } from '../util/pause.ts'

/** The parts of a request that say what kind of request it is. */
interface RequestParts {
  readonly Statement?: string
  readonly TransactItems?: readonly unknown[]
  readonly TransactStatements?: readonly { readonly Statement?: string }[]
}

/** Lets happen to a request what adversity has in store for it: it waits, or is refused. */
export async function befallRequest(
  adversity: Adversity,
  context: OperationContext,
  operation: string,
  input: unknown,
): Promise<void> {
  const delayMs = adversity.latencyMs(operation)
  if (delayMs !== undefined) await delay(context, delayMs)
  const name = textMember(input, 'TableName') ?? tablesOf(input)?.[0]
  const table = name === undefined ? undefined : context.catalogue.find(context.realm, nameOf(context, name))
  // A request that names no table that is there has enough to hear.
  if (table === undefined) return
  const { Statement: statement, TransactItems: items, TransactStatements: statements } = input as RequestParts
  const kind = peekStatement(statement ?? statements?.[0]?.Statement)?.kind
  adversity.refuse(operation, table, {
    transactionItems: items?.length ?? statements?.length,
    statement: kind && (kind === 'select' || kind === 'exists' ? 'read' : 'write'),
  })
}

function nameOf({ realm }: OperationContext, nameOrArn: string): string {
  try {
    return resolveTableName(realm, nameOrArn)
  } catch {
    return ''
  }
}

/** Whoever resets or closes the database waits for what is under way, and the clock of a test may stand still then. */
function delay({ background, clock }: OperationContext, delayMs: number): Promise<void> {
  // A request under way keeps the process alive, which a clock alone does not.
  const alive = setInterval(() => {}, 2 ** 30)
  return pause(clock, delayMs, background.signal).finally(() => clearInterval(alive))
}
