import { requireOptions } from '../entities/require-options.ts'
import type { GetItemInput, TransactGetItemsInput } from '../port/wire.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { requireFit } from '../writes/compile-plan.ts'
import { type GetRequest, requireReads } from './get-request.ts'
import { ModelRequest } from './model-request.ts'
import { compileWrites, runWrites } from './run-writes.ts'
import { jobsOf, WriteRequest } from './write-request.ts'

/** The results of several requests, in their order. */
export type ResultsOf<Requests> = {
  -readonly [At in keyof Requests]: Requests[At] extends ModelRequest<infer Value> ? Value : never
}

/** Several requests that succeed or fail together. */
export interface Transactions {
  /**
   * Does several writes, of any entities, or none of them. `token` identifies the transaction, so that it is applied
   * only once however often it is sent within ten minutes.
   */
  transact<const Requests extends readonly WriteRequest<unknown, unknown>[]>(
    requests: Requests,
    options?: { readonly token?: string },
  ): WriteRequest<ResultsOf<Requests>, object>
  /** Reads several items as they were at one moment. */
  transactGet<const Requests extends readonly GetRequest<unknown>[]>(
    requests: Requests,
  ): ModelRequest<ResultsOf<Requests>>
}

/** Creates the transaction functions of a database. */
export function createTransactions(context: ModelContext): Transactions {
  return {
    transact: (requests, options = {}) => {
      requireOptions('The call', options, 'token')
      const { token } = options
      const jobs = jobsOf(requests)
      return new WriteRequest({
        context,
        compile: () => compileWrites(context, jobs, token),
        run: async (context) => (requests[0] ? await runWrites(context, jobs, token) : []) as never,
      })
    },
    transactGet: (requests) => {
      const compile = () => ({ operation: 'TransactGetItems', input: getInput(requests) }) as const
      return new ModelRequest({
        context,
        compile,
        run: async ({ port }) => {
          const { input } = compile()
          const { Responses = [] } = requests[0] ? await port.send('TransactGetItems', input) : {}
          return requests.map((request, at) => request.decode(Responses[at]?.Item)) as never
        },
      })
    },
  }
}

function getInput(requests: readonly GetRequest<unknown>[]): TransactGetItemsInput {
  requireReads(requests)
  requireFit(requests[0]?.entity.name ?? '', requests.length, 'read them in batches')
  // A transaction always reads consistently, and has no option for it.
  const TransactItems = requests.map((request) => {
    const { ConsistentRead: _, ...Get } = request.params().input as GetItemInput
    return { Get }
  })
  return { TransactItems }
}
