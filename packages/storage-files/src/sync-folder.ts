import { closeSync, fsyncSync, openSync } from 'node:fs'
import { withSystemFailures } from './storage-failure.ts'

/** Makes the names in a folder durable, where the system has such a thing; Windows has not. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Makes durable what was written to a file, by whoever has. */
export function syncFile(path: string): void {
  withSystemFailures(() => sync(path, 'r+'))
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
