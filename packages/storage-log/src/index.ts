export { type LogStorageOptions, openLogStorage } from './open-log-storage.ts'
