import { closeSync, fsyncSync, openSync } from 'node:fs'
import { withSystemFailures } from './storage-failure.ts'

/** Makes the names in a folder durable on systems where that is possible; on Windows it is not. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Makes the names in a folder durable, as `syncFolder` does, but holds the folder open and so never lacks a handle. */
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

/** Makes everything written to a file durable, whoever wrote it. */
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
