import { type FolderStore, findStore } from '@monotable/storage-files'

/** What keeps the data in a folder: what does already, and else what was asked for. */
export function chooseFolderStore(path: string, asked: FolderStore | undefined): FolderStore {
  const found = findStore(path)
  if (asked === undefined || found === undefined || found === asked) return found ?? asked ?? 'sqlite'
  throw new TypeError(
    `The data in ${path} is kept by the store "${found}", not "${asked}". Leave the store out to use it as it is; or take ` +
      'another folder, and move the tables with "monotable export" and "monotable import".',
  )
}
