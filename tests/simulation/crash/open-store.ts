import type { Storage } from '@monotable/engine'
import { type FolderStore, findStore } from '@monotable/storage-files'
import { openLogStorage } from '@monotable/storage-log'
import { openSqliteStorage } from '@monotable/storage-sqlite'

/** Opens the store in a folder, or creates one. The files of a log are so small that it is cleaned all the time. */
export function openStore(path: string, made: FolderStore = 'sqlite'): Promise<Storage> {
  const store = findStore(path) ?? made
  return store === 'log' ? openLogStorage({ path, segmentBytes: 50_000 }) : openSqliteStorage({ path })
}
