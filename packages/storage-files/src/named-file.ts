import { Buffer } from 'node:buffer'
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { StorageError } from '@monotable/engine'
import { isError, withSystemFailures } from './storage-failure.ts'

/**
 * The first bytes by which one of our files is recognized: no file of another store, and no other file of the same
 * store, begins with the same ones.
 */
const startBytes = 64

/**
 * An open file that must keep its name. The system goes on writing to a file that was removed, moved or replaced by
 * another, but whoever opens it by name, as the worker does, finds nothing or another store's file.
 */
export class NamedFile {
  readonly path: string
  readonly #flags: number
  #handle: number | undefined
  /** The first bytes of the file, while it rests. */
  #start: Buffer | undefined
  /** Whether the system reports the same numbers for the file by its name and by its handle; not all systems do. */
  readonly #isComparable: boolean

  constructor(path: string, flags: number = constants.O_RDONLY) {
    this.path = path
    this.#flags = flags & ~constants.O_CREAT
    this.#handle = withSystemFailures(() => openSync(path, flags, 0o644))
    this.#isComparable = this.#isNamed()
  }

  /** Opens the file again if it rests. */
  get handle(): number {
    return this.#handle ?? this.#openAgain()
  }

  get isOpen(): boolean {
    return this.#handle !== undefined
  }

  /** Closes the file until it is needed again. Its first bytes must not change any more. */
  rest(): void {
    this.#start = withSystemFailures(() => startOf(this.handle))
    this.close()
  }

  /**
   * Makes sure that the file is still in its folder. A store that has since been created in its place must not receive
   * what belongs to this one.
   */
  requireThere(): void {
    if (this.isRemoved) throw fileRemoved(this.path)
  }

  get isRemoved(): boolean {
    return this.#isComparable && !this.#isNamed()
  }

  close(): void {
    const handle = this.#handle
    this.#handle = undefined
    if (handle !== undefined) withSystemFailures(() => closeSync(handle))
  }

  #openAgain(): number {
    return withSystemFailures(() => {
      const handle = this.#openNamed()
      const isOwn = startOf(handle).equals(this.#start ?? Buffer.alloc(0))
      if (!isOwn) {
        closeSync(handle)
        throw fileRemoved(this.path)
      }
      this.#handle = handle
      return handle
    })
  }

  #openNamed(): number {
    try {
      return openSync(this.path, this.#flags)
    } catch (error) {
      throw isError(error) && 'code' in error && error.code === 'ENOENT' ? fileRemoved(this.path) : error
    }
  }

  /** Compares the numbers by which SQLite, too, recognizes a file that it has locked. */
  #isNamed(): boolean {
    const handle = this.#handle
    const named = this.#lookUp()
    // Some systems give a file new numbers once it was closed.
    if (handle === undefined) return named !== undefined
    const own = withSystemFailures(() => fstatSync(handle, { bigint: true }))
    return named === 'unknown' || (named?.ino === own.ino && named.dev === own.dev)
  }

  /**
   * Returns what has the file's name, `undefined` if nothing does, or `unknown` if the system does not say, which does
   * not count as removed.
   */
  #lookUp(): BigIntStats | 'unknown' | undefined {
    try {
      return statSync(this.path, { bigint: true, throwIfNoEntry: false })
    } catch {
      return 'unknown'
    }
  }
}

/** Returns the error for a file of an open store that is no longer where it was. */
export function fileRemoved(path: string): StorageError {
  return new StorageError(
    'IO',
    `The folder of the store, or the file "${basename(path)}" in it, was removed or moved while the store was open, ` +
      'so writes would be lost. Until it ends, this process can still read what it has open. Put the folder back, or ' +
      'start with a new one, and open the store again.',
  )
}

function startOf(handle: number): Buffer {
  const start = Buffer.alloc(startBytes)
  readSync(handle, start, 0, startBytes, 0)
  return start
}
