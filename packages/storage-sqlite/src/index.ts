export { hasStore } from './has-store.ts'
export { makeFolders } from './make-folders.ts'
export { type Durability, openSqliteStorage, type SqliteStorageOptions } from './open-sqlite-storage.ts'
