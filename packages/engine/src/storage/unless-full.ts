import { StorageError } from './storage-error.ts'

/**
 * Runs work that can be postponed if the disk is full: a user who cannot open a store on a full disk cannot free
 * space in it either. Returns whether the work was done.
 */
export async function unlessFull(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!isFull(error)) throw error
    return false
  }
}

/** Whether a store refused something because the disk is full. */
export function isFull(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'FULL'
}
