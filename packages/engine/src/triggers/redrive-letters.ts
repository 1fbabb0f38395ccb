import { copyJson } from './copy-json.ts'
import type { HandledBatch } from './lane.ts'
import type { DynamoDBRecord } from './stream-event.ts'
import type { Redriven } from './trigger.ts'
import type { TriggerStore } from './trigger-store.ts'

/** Passes the records of all dead letters to a handler once more, letter by letter in their order. */
export async function redriveLetters(
  store: TriggerStore,
  handle: (records: readonly DynamoDBRecord[]) => Promise<HandledBatch>,
): Promise<Redriven> {
  let handled = 0
  let failed = 0
  for (const letter of await store.deadLetters()) {
    const { Records } = letter.payload
    const { outcome } = await handle(Records.map(copyJson))
    if (outcome.kind === 'handled') {
      handled += Records.length
      await store.removeDeadLetter(letter.id)
      continue
    }
    const done = outcome.kind === 'failed-from' ? outcome.index : 0
    handled += done
    failed += Records.length - done
    if (done > 0) await store.saveDeadLetter({ ...letter, payload: { Records: Records.slice(done) } })
  }
  return { handled, failed }
}

/** Deletes all letters of a trigger. */
export async function clearLetters(
  store: Pick<TriggerStore, 'deadLetters' | 'removeDeadLetter'>,
): Promise<void> {
  for (const { id } of await store.deadLetters()) await store.removeDeadLetter(id)
}
