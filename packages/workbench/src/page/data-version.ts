import { Store } from './store.ts'

/** Incremented whenever the page itself has changed data, so that anything read before may be stale. */
export const dataVersion = new Store(0)
