export { type Durability, openSqliteStorage, type SqliteStorageOptions } from './open-sqlite-storage.ts'
