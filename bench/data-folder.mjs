import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Inside the project, not in the system's temporary folder, which may be in memory.
const parent = resolve(import.meta.dirname, '..', 'node_modules', '.cache', 'monotable-bench')

/** Creates a folder for the data of one measurement. */
export function createDataFolder() {
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'data-'))
}

export function removeDataFolder(/** @type {string} */ path) {
  rmSync(path, { recursive: true, force: true })
}

/**
 * Runs `use` with a folder if it is to be durable, and without one if not.
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
