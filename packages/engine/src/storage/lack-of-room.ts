import { StorageError } from './storage-error.ts'

/** Whether a store has not done something because there is no room, which may pass. */
export function isLackOfRoom(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'FULL'
}
