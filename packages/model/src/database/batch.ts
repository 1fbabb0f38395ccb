import { batchGetInput, runBatchGet } from '../batches/run-batch-get.ts'
import { batchWriteInput, requireBatchable, runBatchWrite } from '../batches/run-batch-write.ts'
import type { ModelContext } from '../sending/model-context.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { GetRequest } from './get-request.ts'
import { ModelRequest } from './model-request.ts'
import { requireOptions } from './require-options.ts'
import { jobOf, type WriteRequest } from './write-request.ts'

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
      requireOptions(options, 'consistent')
      const consistent = [...requests, options].some((one) => one.consistent === true)
      const keys = () => requests.map((request) => request.batchKey())
      return new ModelRequest({
        context,
        compile: () => ({ operation: 'BatchGetItem', input: batchGetInput(keys(), consistent) }),
        run: async (context) => {
          const items = await runBatchGet(context, keys(), consistent)
          return requests.map((request, at) => request.decode(items[at])) as never
        },
      })
    },
    write: (requests) => {
      return new ModelRequest({
        context,
        compile: () => ({ operation: 'BatchWriteItem', input: batchWriteInput(requests.map(requireAction)) }),
        run: async (context) => runBatchWrite(context, requests.map(requireAction)),
      })
    },
  }
}

function requireAction(request: WriteRequest<unknown, unknown>): WriteAction {
  const { entity } = jobOf(request)
  return requireBatchable(request.plan(), entity.name)
}
