import { ModelError } from '../model-error.ts'
import { isContention } from '../port/service-failure.ts'
import { mergeActions } from '../relations/merge-actions.ts'
import { backoffMs } from '../sending/backoff.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { compileTransactItem } from '../writes/compile-action.ts'
import type { PlannedAction } from '../writes/write-plan.ts'

/** How often it is tried when others change what is to be changed. */
const attemptLimit = 20

/** Does some actions, all or none. */
export async function transact(
  context: ModelContext,
  planned: readonly PlannedAction[],
  now: number,
): Promise<void> {
  const TransactItems = mergeActions(planned, now).map(({ action }) => compileTransactItem(action))
  await context.port.send('TransactWriteItems', { TransactItems })
}

/** Tries again with what is there then, when others have changed it. */
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
  const message = `${entity}: others kept changing it; it was tried ${attemptLimit} times`
  throw new ModelError('CONTENTION', message, { entity, attempts: attemptLimit })
}
