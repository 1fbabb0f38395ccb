import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Beside the project and not in the system's folder for such files, which may be in memory.
const parent = resolve(import.meta.dirname, '..', 'node_modules', '.cache', 'monotable-bench')

/** A folder for the data of one measurement. */
export function createDataFolder() {
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'data-'))
}

export function removeDataFolder(/** @type {string} */ path) {
  rmSync(path, { recursive: true, force: true })
}

/**
 * Runs something with a folder when it is to be durable, and without one when not.
 * @template Result
 * @param {boolean} durable
 * @param {(path: string | undefined) => Promise<Result>} use
 */
export async function withDataFolder(durable, use) {
  if (!durable) return use(undefined)
  const path = createDataFolder()
  try {
    return await use(path)
  } finally {
    removeDataFolder(path)
  }
}
