import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A folder as the system sees it, and what the disk has of it. */
export interface PowerLoss {
  readonly folder: string
  readonly disk: string
  /** Returns numbers from 0 up to 1 that decide what is left; if all are 0, only what was synced is left. */
  draw(): number
}

const sectorBytes = [512, 4096] as const

/** The share of the unsynced writes that has reached the disk. */
const shares = [0, 0.05, 0.5, 0.95, 1] as const

/** Returns why power loss cannot be simulated here; `undefined` if it can. */
export function powerLossObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux'
  try {
    execFileSync('cc', ['-E', '-include', 'stdio.h', '-x', 'c', '/dev/null'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'needs cc, a C compiler, with the headers of the C library'
  }
}

/** Returns the path of the library in the folder in which it was built. */
export function powerLossLibraryIn(folder: string): string {
  return join(folder, 'lose-power.so')
}

/** Builds the library that records what the disk has. */
export function buildPowerLossLibrary(folder: string): void {
  const source = fileURLToPath(new URL('lose-power.c', import.meta.url))
  execFileSync('cc', [
    '-shared',
    '-fPIC',
    '-O1',
    '-Wall',
    '-Werror',
    '-pthread',
    '-o',
    powerLossLibraryIn(folder),
    source,
  ])
}

/** Turns a folder into what a power loss leaves: everything synced, and some sectors of the rest, in no order. */
export function losePower({ folder, disk, draw }: PowerLoss): void {
  for (const name of new Set([...readdirSync(folder), ...readdirSync(disk)])) {
    const written = readIfThere(join(folder, name))
    const synced = readIfThere(join(disk, name))
    // SQLite never syncs its shared memory, and recreates it.
    const left = name.endsWith('-shm') ? undefined : leftOf(synced, written, draw)
    for (const file of [join(folder, name), join(disk, name)]) {
      if (left) writeFileSync(file, left)
      else rmSync(file, { force: true })
    }
  }
}

type Content = Buffer | undefined

function leftOf(synced: Content, written: Content, draw: () => number): Content {
  // The folder was not synced since the file was created or removed.
  if ((!synced || !written) && draw() < 0.5) return undefined
  return written ? mixSectors(synced ?? Buffer.alloc(0), written, draw) : synced
}

function mixSectors(synced: Buffer, written: Buffer, draw: () => number): Buffer {
  const share = pick(shares, draw)
  const step = pick(sectorBytes, draw)
  const left = Buffer.alloc(pick([synced.length, written.length], draw))
  synced.copy(left)
  for (let at = 0; at < Math.min(left.length, written.length); at += step) {
    if (draw() < share) written.copy(left, at, at, at + step)
  }
  return left
}

/** Returns one of the values. */
export function pick<Value>(values: readonly Value[], draw: () => number): Value {
  return values[Math.floor(draw() * values.length)] as Value
}

function readIfThere(file: string): Content {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
