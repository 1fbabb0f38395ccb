import { readdirSync } from 'node:fs'

/** A kind of store that a folder can have in it. */
export type FolderStore = 'sqlite' | 'log'

/** The file that a store of each kind has from its beginning. */
export const storeFileNames: Readonly<Record<FolderStore, string>> = {
  sqlite: 'data.sqlite',
  log: 'log-index',
}

/** The files of each kind. One that has lost some of them is still there, and nothing else may be made beside it. */
const ownFiles: readonly (readonly [FolderStore, RegExp])[] = [
  ['sqlite', /^(?:data\.sqlite|journal|journal-2)$/],
  ['log', /^log-(?:index|\d+)$/],
]

/** Which store a folder has in it, if any; to open one where there is none makes it. */
export function findStore(folder: string): FolderStore | undefined {
  const names = namesIn(folder)
  return ownFiles.find(([, isOwn]) => names.some((name) => isOwn.test(name)))?.[0]
}

/** What hinders from looking is told by who opens a store there. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
