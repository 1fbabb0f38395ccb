import { StorageError } from './storage-error.ts'

/** Does what can wait if there is no room for it: who cannot open a store on a full disk cannot make room in it either. */
export async function unlessFull(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'FULL') throw error
  }
}
