import { ServiceError } from '@monotable/protocol'

/**
 * Runs work on a table that can be postponed if another server is changing the table, or took over because this one
 * stood still.
 */
export async function unlessInUse(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isInUse(error)) throw error
  }
}

/** Whether something was refused because another server is changing the table. */
export function isInUse(error: unknown): boolean {
  return error instanceof ServiceError && error.name === 'ResourceInUseException'
}
