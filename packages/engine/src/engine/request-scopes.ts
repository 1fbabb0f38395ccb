import type { OperationName } from '@monotable/protocol'
import { RequestMeter } from '../metrics/request-meter.ts'
import type { OperationContext } from '../operations/operation-context.ts'

/** A context that belongs to one request, so that its consumption can be told apart from that of others. */
export interface RequestScope {
  readonly context: OperationContext
  /** Ends the scope and returns the units that the request used. The request must not use the context afterwards. */
  leave(): number
}

/** The operations that consume units. None of them leaves work behind that uses its context after the answer. */
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

/** Scopes for requests. They are reused: copying a context for each request would cost half a microsecond. */
export class RequestScopes {
  readonly #free = new WeakMap<OperationContext, RequestScope[]>()
  #lastContext: OperationContext | undefined
  #lastFree: RequestScope[] = []

  /** Opens a scope over a context, if the operation consumes units. */
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
