import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Acknowledged,
  type CrashChildOptions,
  type CrashProgram,
  noteAcknowledged,
} from './crash-child.ts'
import { losePower, powerLossLibraryIn } from './lose-power.ts'
import type { OpenStore } from './run-crash-child.ts'
import { verifyStore } from './verify-store.ts'
import { mix } from './workload.ts'

/** A store, what is known of it, and what can be done to it. */
export interface PowerLossSubject {
  readonly acknowledged: Acknowledged
  /** Runs the program until it dies; returns whether it had the store open. */
  run(options: RunOptions): Promise<boolean>
  /**
   * Cuts the power and checks the store. Each client may have `unacknowledged` more writes than were acknowledged; by
   * default as many as there were runs.
   */
  losePower(draw: () => number, unacknowledged?: number): Promise<void>
  /** Cuts the power of a copy and checks it; the store itself goes on. */
  losePowerOfCopy(draw: () => number): Promise<void>
}

export type RunOptions = Omit<CrashChildOptions, 'path' | 'seed'>

export interface PowerLossOptions {
  /**
   * A folder that contains the library. Its path must contain no links, because the library sees the real paths of open
   * files.
   */
  readonly root: string
  readonly name: string
  readonly program: CrashProgram
  readonly seed: number
  readonly open: OpenStore
}

/** Creates a folder `name` for a store, and beside it a folder for what the disk has of it. */
export function createPowerLossSubject({
  root,
  name,
  program,
  seed,
  open,
}: PowerLossOptions): PowerLossSubject {
  const [folder, disk, copy] = [join(root, name), join(root, `${name}-disk`), join(root, `${name}-copy`)]
  mkdirSync(folder)
  mkdirSync(disk)
  const acknowledged: Acknowledged = new Map()
  let kills = 0
  return {
    acknowledged,
    async run({ env, ...options }) {
      // A sync through io_uring would bypass the library.
      const loaded = { LD_PRELOAD: powerLossLibraryIn(root), UV_USE_IO_URING: '0' }
      const watched = { MONOTABLE_FOLDER: folder, MONOTABLE_DISK: disk, ...env }
      const child = program.start({ ...options, path: folder, seed, env: { ...loaded, ...watched } })
      kills += 1
      return noteAcknowledged(child, acknowledged)
    },
    async losePowerOfCopy(draw) {
      const copyOfDisk = `${copy}-disk`
      cpSync(folder, copy, { recursive: true })
      cpSync(disk, copyOfDisk, { recursive: true })
      losePower({ folder: copy, disk: copyOfDisk, draw })
      // The check adds writes that it found, which the next copy may not have.
      await verifyStore(open, { path: copy, seed, acknowledged: new Map(acknowledged), kills })
      for (const path of [copy, copyOfDisk]) rmSync(path, { recursive: true })
    },
    // A copy is checked, so that the next program finds the folder as the power loss left it.
    async losePower(draw, unacknowledged = kills) {
      losePower({ folder, disk, draw })
      cpSync(folder, copy, { recursive: true })
      await verifyStore(open, { path: copy, seed, acknowledged, kills: unacknowledged })
      rmSync(copy, { recursive: true })
      kills = 0
    },
  }
}

/** Draws that leave only what was synced. */
export const nothingUnsynced = (): number => 0

/** Returns numbers from 0 up to 1, the same ones for the same start. */
export function createDraw(start: number): () => number {
  let count = 0
  return () => mix(mix(start) ^ ++count) / 2 ** 32
}
