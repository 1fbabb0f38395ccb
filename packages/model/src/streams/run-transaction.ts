import { ModelError } from '../model-error.ts'
import { isContention } from '../port/service-failure.ts'
import { mergeActions } from '../relations/merge-actions.ts'
import { backoffMs } from '../sending/backoff.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { compileTransactItem } from '../writes/compile-action.ts'
import type { PlannedAction } from '../writes/write-plan.ts'

/** How often it is attempted when others keep changing the same items. */
const attemptLimit = 20

/** Carries out actions, all or none of them. */
export async function transact(
  context: ModelContext,
  planned: readonly PlannedAction[],
  now: number,
): Promise<void> {
  const TransactItems = mergeActions(planned, now).map(({ action }) => compileTransactItem(action))
  await context.port.send('TransactWriteItems', { TransactItems })
}

/** Repeats work with fresh reads as long as others change what it is based on. */
export async function untilDone(
  context: ModelContext,
  entity: string,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 0; attempt < attemptLimit; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isContention(error)) throw error
      await context.sleep(backoffMs(attempt, context.random))
    }
  }
  const message = `${entity}: others kept changing it; gave up after ${attemptLimit} attempts`
  throw new ModelError('CONTENTION', message, { entity, attempts: attemptLimit })
}
