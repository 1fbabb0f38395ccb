export type { Durability } from '@monotable/storage-files'
export { openSqliteStorage, type SqliteStorageOptions } from './open-sqlite-storage.ts'
