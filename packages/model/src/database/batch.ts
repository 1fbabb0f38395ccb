import { batchGetInput } from '../batches/batch-get-input.ts'
import { batchWriteInput, requireBatchable } from '../batches/batch-write-input.ts'
import { loadBatches } from '../batches/load-batches.ts'
import { requireOptions } from '../entities/require-options.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { type GetRequest, requireReads } from './get-request.ts'
import { ModelRequest } from './model-request.ts'
import { jobsOf, type WriteRequest } from './write-request.ts'

/** Reads and writes of many items, split into as many requests as needed. `params()` shows the first chunk. */
export interface Batch {
  /**
   * Reads items, each once, and returns them in the order of the requests, `undefined` where there is no item. When one
   * request asks for a consistent read, all are read consistently.
   */
  get<const Requests extends readonly GetRequest<unknown>[]>(
    requests: Requests,
    options?: { readonly consistent?: boolean },
  ): ModelRequest<{
    -readonly [At in keyof Requests]: Requests[At] extends GetRequest<infer Value> ? Value : never
  }>
  /** Does puts and removals; of several writes to one item, the last one counts. */
  write(requests: readonly WriteRequest<unknown, unknown>[]): ModelRequest<void>
}

/** Creates the batch functions of a database. */
export function createBatch(context: ModelContext): Batch {
  return {
    get: (requests, options = {}) => {
      requireOptions('The call', options, 'consistent')
      const keys = () => requireReads(requests).map((request) => request.batchKey())
      const isConsistent = () => [...requests, options].some((one) => one.consistent === true)
      return new ModelRequest({
        context,
        compile: () => ({ operation: 'BatchGetItem', input: batchGetInput(keys(), isConsistent()) }),
        run: async (context) => {
          const { runBatchGet } = await loadBatches()
          const items = await runBatchGet(context, keys(), isConsistent())
          return requests.map((request, at) => request.decode(items[at])) as never
        },
      })
    },
    write: (requests) => {
      const actions = () => {
        return jobsOf(requests).map(({ entity }, at) => requireBatchable(requests[at]?.plan(), entity.name))
      }
      return new ModelRequest({
        context,
        compile: () => ({ operation: 'BatchWriteItem', input: batchWriteInput(actions()) }),
        run: async (context) => {
          const { runBatchWrite } = await loadBatches()
          await runBatchWrite(context, actions())
        },
      })
    },
  }
}
