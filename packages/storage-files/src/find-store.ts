import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A kind of store that a folder can have in it. */
export type FolderStore = 'sqlite' | 'log'

/** The file that a store of each kind has from its beginning. */
export const storeFileNames: Readonly<Record<FolderStore, string>> = {
  sqlite: 'data.sqlite',
  log: 'log-index',
}

/** Which store a folder has in it, if any; to open one where there is none makes it. */
export function findStore(folder: string): FolderStore | undefined {
  const kinds = Object.keys(storeFileNames) as FolderStore[]
  return kinds.find((kind) => existsSync(join(folder, storeFileNames[kind])))
}
