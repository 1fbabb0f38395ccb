import { readdirSync } from 'node:fs'

/** A kind of store that a folder can contain. */
export type FolderStore = 'sqlite' | 'log'

/** The file that a store of each kind has from the start. */
export const storeFileNames: Readonly<Record<FolderStore, string>> = {
  sqlite: 'data.sqlite',
  log: 'log-index',
}

/** The files of each kind. A store that has lost some of them is still there, and no other may be created beside it. */
const ownFiles: readonly (readonly [FolderStore, RegExp])[] = [
  ['sqlite', /^(?:data\.sqlite|journal|journal-2)$/],
  ['log', /^log-(?:index|\d+)$/],
]

/** Returns the kind of store that a folder contains, if any; opening a store where there is none creates it. */
export function findStore(folder: string): FolderStore | undefined {
  const names = namesIn(folder)
  return ownFiles.find(([, isOwn]) => names.some((name) => isOwn.test(name)))?.[0]
}

/** Returns no names if the folder cannot be read: opening a store there will report why. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
