/** Loads the code that sends batches, with the first of them: many programs send none. */
export function loadBatches() {
  return import('./run-batches.ts')
}
