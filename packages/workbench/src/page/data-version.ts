import { Store } from './store.ts'

/** Counts up whenever the page itself has changed data: what was read before may be out of date. */
export const dataVersion = new Store(0)
