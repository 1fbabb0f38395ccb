import type { Adversity } from '../adversity/adversity.ts'
import { tablesOf, textMember } from '../metrics/request-facts.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { peekStatement } from '../partiql/peek-statement.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { pause } from '../util/pause.ts'

/** The parts of a request that show what kind of request it is. */
interface RequestParts {
  readonly Statement?: string
  readonly TransactItems?: readonly unknown[]
  readonly TransactStatements?: readonly { readonly Statement?: string }[]
}

/** Applies the configured adversity to a request: delays it or refuses it. */
export async function injectAdversity(
  adversity: Adversity,
  context: OperationContext,
  operation: string,
  input: unknown,
): Promise<void> {
  const delayMs = adversity.latencyMs(operation)
  if (delayMs !== undefined) await delay(context, delayMs)
  const name = textMember(input, 'TableName') ?? tablesOf(input)?.[0]
  const table = name === undefined ? undefined : context.catalogue.find(context.realm, nameOf(context, name))
  // A request for a table that does not exist gets its own error.
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

/**
 * Waits through the background's signal: a reset or close waits for requests in flight, and the clock of a test may
 * stand still by then.
 */
function delay({ background, clock }: OperationContext, delayMs: number): Promise<void> {
  // A request in flight keeps the process alive; a clock alone does not.
  const alive = setInterval(() => {}, 2 ** 30)
  return pause(clock, delayMs, background.signal).finally(() => clearInterval(alive))
}
