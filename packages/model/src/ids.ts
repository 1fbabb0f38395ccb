export { createIds } from './util/create-ids.ts'
