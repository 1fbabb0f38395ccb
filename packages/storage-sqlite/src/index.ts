export { hasStore } from './file/has-store.ts'
export { makeFolders } from './file/make-folders.ts'
export { lockFile, type StoreLock } from './file/store-lock.ts'
export { type Durability, openSqliteStorage, type SqliteStorageOptions } from './open-sqlite-storage.ts'
