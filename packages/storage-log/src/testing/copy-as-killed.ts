import { cpSync, rmSync } from 'node:fs'

/**
 * Copies a store's files as a process killed now would leave them. Meanwhile another thread may be giving one of them
 * its final name; nothing follows from that until this process continues, so one more attempt is enough.
 */
export function copyAsKilled(folder: string, copy: string): void {
  try {
    cpSync(folder, copy, { recursive: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    rmSync(copy, { recursive: true, force: true })
    cpSync(folder, copy, { recursive: true })
  }
}
