import type { OpenStore } from './run-crash-child.ts'

/** A store in a folder, for tests that kill its process, cut its power or fill its disk. */
export interface CrashedStore {
  readonly open: OpenStore
  /**
   * The sources of the store's package, which contain a program `crash/child.ts` that calls `runCrashChild` with
   * `open`.
   */
  readonly sources: string
}
