import { type BigIntStats, closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { StorageError } from '@monotable/engine'
import { withSystemFailures } from './storage-failure.ts'

/**
 * An open file that has to keep its name. The system goes on writing to one that was removed or moved, or that another was
 * moved over; but who opens it by its name, as the worker does, finds nothing, or what is another store's.
 */
export class NamedFile {
  readonly path: string
  readonly handle: number
  /** Whether the system says the same of a file by its name and by its handle; not all do. */
  readonly #isTold: boolean

  constructor(path: string, flags: number = constants.O_RDONLY) {
    this.path = path
    this.handle = withSystemFailures(() => openSync(path, flags, 0o644))
    this.#isTold = this.#isNamed()
  }

  /**
   * Makes sure that the file is still in its folder. A store that was made in its place since must not be given what
   * belongs to this one.
   */
  requireThere(): void {
    if (this.isRemoved) throw fileRemoved(this.path)
  }

  get isRemoved(): boolean {
    return this.#isTold && !this.#isNamed()
  }

  close(): void {
    withSystemFailures(() => closeSync(this.handle))
  }

  /** By the numbers by which SQLite, too, knows a file again that it has locks on. */
  #isNamed(): boolean {
    const own = withSystemFailures(() => fstatSync(this.handle, { bigint: true }))
    const named = this.#lookUp()
    return named === 'unknown' || (named?.ino === own.ino && named.dev === own.dev)
  }

  /** What has the name, unless nothing has; a system that refuses to say, or fails to, takes nothing away. */
  #lookUp(): BigIntStats | 'unknown' | undefined {
    try {
      return statSync(this.path, { bigint: true, throwIfNoEntry: false })
    } catch {
      return 'unknown'
    }
  }
}

/** Says that a file of a store that is open is not where it was. */
export function fileRemoved(path: string): StorageError {
  return new StorageError(
    'IO',
    `The folder of the store was removed or moved, or the file "${basename(path)}" in it, while it was open: what ` +
      'is written from now on would be lost. What was stored can be read until this process ends. Put the folder back, or ' +
      'begin with a new one, and open the store again.',
  )
}
