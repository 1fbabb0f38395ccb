import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder that lives as long as the run, for what a process of tests creates once and keeps: Vitest ends these
 * processes before they could remove it. The folder's path is in `MONOTABLE_TESTS_FOLDER`.
 */
export function setup(): (() => Promise<void>) | undefined {
  // Vitest calls this once for each project.
  if (process.env['MONOTABLE_TESTS_FOLDER'] !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'monotable-tests-'))
  // Readable for others, because PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  process.env['MONOTABLE_TESTS_FOLDER'] = folder
  // Retries, because a browser that ends with its process may go on writing for a moment.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
