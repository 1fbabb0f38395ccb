import type { OperationContext } from '../operations/operation-context.ts'

/** Takes up the copies that were under way when the database was closed. */
export async function resumeCopies(context: OperationContext): Promise<void> {
  for (const { definition } of context.catalogue.everything()) {
    if (definition.recovery) context.historyKeeper.wakeAt(context.clock.now())
  }
}
