import { ModelError } from '../model-error.ts'
import type { ReturnValues } from '../port/wire.ts'
import { type CompiledRequest, compileAction, compileTransactItem } from './compile-action.ts'
import type { MergedAction } from './keep-apart.ts'

/** The maximum number of members in a transaction. */
export const transactionLimit = 100

/**
 * Compiles merged actions: one into an operation of its own, which costs half, several into a transaction. `isNamed`:
 * whether there is a token, which requires a transaction.
 */
export function compilePlan(
  merged: readonly MergedAction[],
  returning: ReturnValues,
  isNamed: boolean,
): CompiledRequest {
  const actions = merged.map(({ action }) => (action.kind === 'put' && action.narrow?.(action)) || action)
  const [first] = actions
  if (first !== undefined && actions.length === 1 && first.kind !== 'check' && !isNamed) {
    return compileAction(first, returning)
  }
  requireFit(first?.entity.name ?? '', actions.length)
  return { operation: 'TransactWriteItems', input: { TransactItems: actions.map(compileTransactItem) } }
}

/** Refuses more actions than a transaction can hold. */
export function requireFit(
  entity: string,
  count: number,
  instead = "declare the relation with via: 'stream', or write in batches",
): void {
  if (count <= transactionLimit) return
  const message = `${entity}: ${count} items are too many: a transaction takes ${transactionLimit}; ${instead}`
  throw new ModelError('TOO_MANY_ACTIONS', message, { entity, count })
}
