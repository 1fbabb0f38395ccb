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
  /** Tells whether the program had the store open when it died. */
  run(options: RunOptions): Promise<boolean>
  /** So many writes of each client may be there that were not acknowledged: as many as there were runs, unless told otherwise. */
  losePower(draw: () => number, unacknowledged?: number): Promise<void>
}

export type RunOptions = Omit<CrashChildOptions, 'path' | 'seed'>

export interface PowerLossOptions {
  /** A folder with the library in it, by its name without links: so the library is told the names of open files. */
  readonly root: string
  readonly name: string
  readonly program: CrashProgram
  readonly seed: number
  readonly open: OpenStore
}

/** Makes a store in the folder `name`, and beside it what the disk has of it. */
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
      // A sync that the kernel is asked for by io_uring would pass the library by.
      const loaded = { LD_PRELOAD: powerLossLibraryIn(root), UV_USE_IO_URING: '0' }
      const watched = { MONOTABLE_FOLDER: folder, MONOTABLE_DISK: disk, ...env }
      const child = program.start({ ...options, path: folder, seed, env: { ...loaded, ...watched } })
      kills += 1
      return noteAcknowledged(child, acknowledged)
    },
    // Verified is a copy: the program shall find what the power loss has left.
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

/** Numbers from 0 up to 1, the same ones from every start. */
export function createDraw(start: number): () => number {
  let count = 0
  return () => mix(mix(start) ^ ++count) / 2 ** 32
}
