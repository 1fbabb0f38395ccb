import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes a folder that goes with the run, for what a process of tests makes once and keeps: Vitest ends these processes
 * before they could remove it. Where it is stands in `MONOTABLE_TESTS_FOLDER`.
 */
export function setup(): (() => Promise<void>) | undefined {
  // Vitest calls this once for each project.
  if (process.env['MONOTABLE_TESTS_FOLDER'] !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'monotable-tests-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  process.env['MONOTABLE_TESTS_FOLDER'] = folder
  // A browser that ends with its process may write for a moment still.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
