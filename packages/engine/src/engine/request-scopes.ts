import type { OperationName } from '@monotable/protocol'
import { RequestMeter } from '../metrics/request-meter.ts'
import type { OperationContext } from '../operations/operation-context.ts'

/** A context that one request has to itself, so that what it uses can be told from what others use. */
export interface RequestScope {
  readonly context: OperationContext
  /** The units that the request used. It must not use the context any more. */
  leave(): number
}

/**
 * The operations that use units. None of them leaves work behind that goes on with its context after the answer.
 */
const metered: ReadonlySet<string> = new Set<OperationName>([
  'BatchExecuteStatement',
  'BatchGetItem',
  'BatchWriteItem',
  'DeleteItem',
  'ExecuteStatement',
  'ExecuteTransaction',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'TransactGetItems',
  'TransactWriteItems',
  'UpdateItem',
])

/** Scopes for requests. They are used again and again: to copy a context for each would cost half a microsecond. */
export class RequestScopes {
  readonly #free = new WeakMap<OperationContext, RequestScope[]>()
  #lastContext: OperationContext | undefined
  #lastFree: RequestScope[] = []

  /** A scope over a context, if the operation is of a kind that uses units. */
  enter(operation: string, context: OperationContext): RequestScope | undefined {
    if (!metered.has(operation)) return undefined
    if (context !== this.#lastContext) {
      this.#lastFree = this.#free.get(context) ?? []
      this.#free.set(context, this.#lastFree)
      this.#lastContext = context
    }
    return this.#lastFree.pop() ?? createScope(context, this.#lastFree)
  }
}

function createScope(context: OperationContext, free: RequestScope[]): RequestScope {
  const meter = new RequestMeter(context.meter)
  const scope: RequestScope = {
    context: { ...context, meter },
    leave: () => {
      const { units } = meter
      meter.units = 0
      free.push(scope)
      return units
    },
  }
  return scope
}
