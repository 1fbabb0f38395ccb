import { ModelError } from '../model-error.ts'
import { failureName } from '../port/service-failure.ts'
import { attemptLimit, backoffMs, isThrottled } from '../sending/backoff.ts'
import type { ModelContext } from '../sending/model-context.ts'

/** The members of a batch, and how to send some of them. */
export interface ChunkedBatch<Member> {
  /** The identity of each member; of several with one id, the last counts. */
  readonly ids: readonly string[]
  readonly members: readonly Member[]
  readonly chunkSize: number
  /** Sends some members, and returns the ids of those left unprocessed. */
  readonly send: (chunk: readonly Member[]) => Promise<readonly string[]>
  /** The error text for members that were not processed. */
  readonly undone: string
}

/**
 * Sends members chunk by chunk, and those left unprocessed again; what is left after all attempts is reported by
 * position.
 */
export async function sendChunks<Member>(
  { sleep, random }: ModelContext,
  { ids, members, chunkSize, send, undone }: ChunkedBatch<Member>,
): Promise<void> {
  const waiting = new Map(ids.map((id, at) => [id, members[at] as Member]))
  for (let attempt = 0; waiting.size > 0; ) {
    const chunk: [string, Member][] = []
    // Takes only the first ones: copying all waiting members for every chunk would be quadratic.
    for (const one of waiting) if (chunk.push(one) === chunkSize) break
    const undoneOf = (error: unknown) => {
      // A throttled chunk counts as left unprocessed as a whole.
      if (!isThrottled(failureName(error))) throw error
      return chunk.map(([id]) => id)
    }
    const left = new Set(await send(chunk.map(([, member]) => member)).catch(undoneOf))
    for (const [id] of chunk) if (!left.has(id)) waiting.delete(id)
    // Progress resets the backoff.
    attempt = left.size === 0 ? 0 : left.size < chunk.length ? 1 : attempt + 1
    if (attempt >= attemptLimit) {
      const failed = [...ids.keys()].filter((at) => waiting.has(ids[at] as string))
      const message = `${failed.length} of ${ids.length} ${undone} in ${attemptLimit} attempts`
      throw new ModelError('BATCH_INCOMPLETE', message, { failed })
    }
    if (left.size > 0) await sleep(backoffMs(attempt, random))
  }
}
