export type * from './shared/api.ts'
