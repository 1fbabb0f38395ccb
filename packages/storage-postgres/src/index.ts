export * from './open-postgres-storage.ts'
