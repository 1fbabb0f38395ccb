import type { OpenStore } from './run-crash-child.ts'

/** A store in a folder that its package has killed, cut off from power and put on a full disk. */
export interface CrashedStore {
  readonly open: OpenStore
  /** The sources of its package, which have a program in `crash/child.ts` that calls `runCrashChild` with `open`. */
  readonly sources: string
}
