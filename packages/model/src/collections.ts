export type { CollectOptions, Within } from './reads/pattern.ts'
export { within } from './reads/within.ts'
