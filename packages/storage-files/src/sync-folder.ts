import { closeSync, fsyncSync, openSync } from 'node:fs'
import { withSystemFailures } from './storage-failure.ts'

/** Makes the names in a folder durable, where the system has such a thing; Windows has not. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** The names in a folder, made durable as `syncFolder` does, but held open: that never lacks a handle. */
export class FolderNames {
  #handle: number | undefined

  constructor(folder: string) {
    if (process.platform !== 'win32') this.#handle = withSystemFailures(() => openSync(folder, 'r'))
  }

  sync(): void {
    const handle = this.#handle
    if (handle !== undefined) withSystemFailures(() => fsyncSync(handle))
  }

  close(): void {
    const handle = this.#handle
    this.#handle = undefined
    if (handle !== undefined) closeSync(handle)
  }
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
