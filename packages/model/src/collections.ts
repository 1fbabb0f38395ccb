export type { CollectOptions, Within, WithinArgs } from './reads/pattern.ts'
export { within } from './reads/within.ts'
