import { ModelError } from '../model-error.ts'
import type { ReturnValues } from '../port/wire.ts'
import { type CompiledRequest, compileAction, compileTransactItem } from './compile-action.ts'
import type { MergedAction } from './keep-apart.ts'

/** A transaction takes no more members. */
export const transactionLimit = 100

/**
 * Writes merged actions down: one as an operation of its own, which costs half, several as a transaction. `isNamed`:
 * whether it has a token, which only a transaction can have.
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

/** Refuses what no transaction can do. */
export function requireFit(
  entity: string,
  count: number,
  instead = "declare the relation with via: 'stream', or write in batches",
): void {
  if (count <= transactionLimit) return
  const message = `${entity}: ${count} items are too many: a transaction takes ${transactionLimit}; ${instead}`
  throw new ModelError('TOO_MANY_ACTIONS', message, { entity, count })
}
