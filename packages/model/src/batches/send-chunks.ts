import { ModelError } from '../model-error.ts'
import { failureName } from '../port/service-failure.ts'
import { attemptLimit, backoffMs, isThrottled } from '../sending/backoff.ts'
import type { ModelContext } from '../sending/model-context.ts'

/** The members of a batch, and how some of them are sent. */
export interface ChunkedBatch<Member> {
  /** What tells each member apart; of several with one id the last counts. */
  readonly ids: readonly string[]
  readonly members: readonly Member[]
  readonly chunkSize: number
  /** Sends some members, and gives the ids of those that were left undone. */
  readonly send: (chunk: readonly Member[]) => Promise<readonly string[]>
  /** What is said of members that were not done. */
  readonly undone: string
}

/** Sends members chunk by chunk, and again what was left undone; what is left after all attempts is reported by place. */
export async function sendChunks<Member>(
  { sleep, random }: ModelContext,
  { ids, members, chunkSize, send, undone }: ChunkedBatch<Member>,
): Promise<void> {
  const waiting = new Map(ids.map((id, at) => [id, members[at] as Member]))
  for (let attempt = 0; waiting.size > 0; ) {
    const chunk: [string, Member][] = []
    // Not all of those that wait, for every chunk again.
    for (const one of waiting) if (chunk.push(one) === chunkSize) break
    const undoneOf = (error: unknown) => {
      // A chunk that was refused because there was too much to do is left undone as a whole.
      if (!isThrottled(failureName(error))) throw error
      return chunk.map(([id]) => id)
    }
    const left = new Set(await send(chunk.map(([, member]) => member)).catch(undoneOf))
    for (const [id] of chunk) if (!left.has(id)) waiting.delete(id)
    // Whoever gets something done does not have to wait longer and longer.
    attempt = left.size === 0 ? 0 : left.size < chunk.length ? 1 : attempt + 1
    if (attempt >= attemptLimit) {
      const failed = [...ids.keys()].filter((at) => waiting.has(ids[at] as string))
      const message = `${failed.length} of ${ids.length} ${undone} in ${attemptLimit} attempts`
      throw new ModelError('BATCH_INCOMPLETE', message, { failed })
    }
    if (left.size > 0) await sleep(backoffMs(attempt, random))
  }
}
