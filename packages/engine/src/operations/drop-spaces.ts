import type { OperationContext } from './operation-context.ts'

/**
 * Drops spaces that nothing in the catalogue names any more, once the requests that may still use them have
 * ended. When this is cut short, opening the catalogue drops what is left.
 */
export function dropSpaces(
  { background, inFlight, storage }: Pick<OperationContext, 'background' | 'inFlight' | 'storage'>,
  spaces: readonly string[],
): void {
  background.start(async (signal) => {
    await inFlight.drained()
    for (const space of spaces) {
      if (signal.aborted) return
      await storage.dropSpace(space)
    }
  })
}
