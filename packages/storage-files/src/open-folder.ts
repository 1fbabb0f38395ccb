import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StorageError } from '@monotable/engine'
import { type FolderStore, findStore } from './find-store.ts'
import { makeFolders } from './make-folders.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Makes a folder and those above it that are missing, each known to its parent on the disk, and gives where it really is: a
 * link may lead elsewhere later, and a store stays where it is. What is in it is for nobody else's eyes; of a folder that
 * is there, its owner has decided. One in which another kind of store has its data is refused.
 */
export function openFolder(path: string, kind: FolderStore): string {
  const folder = resolve(path)
  try {
    for (const made of makeFolders(folder, 0o700)) syncFolder(dirname(made))
  } catch (error) {
    throw new StorageError('IO', `The folder ${folder} cannot be made (${(error as Error).message}).`, {
      cause: error,
    })
  }
  const found = findStore(folder)
  if (found === undefined || found === kind) return realpathSync(folder)
  throw new StorageError(
    'OTHER_STORE',
    `The data in ${path} is kept by the store "${found}", not by "${kind}".`,
  )
}

/** Makes sure that this process may read and write a folder, and the files of these names that are in it. */
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
