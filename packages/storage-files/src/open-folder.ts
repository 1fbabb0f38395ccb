import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StorageError } from '@monotable/engine'
import { type FolderStore, findStore } from './find-store.ts'
import { makeFolders } from './make-folders.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Creates a folder and its missing parents, syncs each new name in its parent, and returns the folder's real path: a
 * link may later lead elsewhere, while a store stays where it is. New folders are closed to other users; the
 * permissions of an existing one are its owner's decision. A folder with data of another kind of store is refused.
 */
export function openFolder(path: string, kind: FolderStore): string {
  const folder = resolve(path)
  try {
    for (const made of makeFolders(folder, 0o700)) syncFolder(dirname(made))
  } catch (error) {
    throw new StorageError('IO', `The folder ${folder} cannot be created (${(error as Error).message}).`, {
      cause: error,
    })
  }
  const found = findStore(folder)
  if (found === undefined || found === kind) return realpathSync(folder)
  throw new StorageError('OTHER_STORE', `The data in ${path} is in the store "${found}", not "${kind}".`)
}

/** Makes sure that this process may read and write a folder and those of the named files that exist in it. */
export function requireAccess(folder: string, names: readonly string[]): void {
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(folder, R_OK | W_OK | X_OK)
    for (const name of names) {
      const file = join(folder, name)
      if (existsSync(file)) accessSync(file, R_OK | W_OK)
    }
  } catch (error) {
    const refused = `This process may not read and write the store in ${folder} (${(error as Error).message}).`
    throw new StorageError('IO', refused, { cause: error })
  }
}
