export * from './storage/storage.ts'
export * from './storage/storage-error.ts'
