export type { Durability } from '@monotable/storage-files'
export { hasStore } from './file/has-store.ts'
export { openSqliteStorage, type SqliteStorageOptions } from './open-sqlite-storage.ts'
