import { StorageError } from '@monotable/engine'
import { type FolderStore, findStore } from '@monotable/storage-files'

/** What keeps the data in a folder: what does already, and else what was asked for. */
export function chooseFolderStore(path: string, asked: FolderStore | undefined): FolderStore {
  const found = findStore(path)
  if (asked === undefined || found === undefined || found === asked) return found ?? asked ?? 'sqlite'
  throw new StorageError(
    'OTHER_STORE',
    `The data in ${path} is kept by the store "${found}", not by "${asked}".`,
  )
}
