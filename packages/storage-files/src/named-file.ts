import { Buffer } from 'node:buffer'
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { StorageError } from '@monotable/engine'
import { isError, withSystemFailures } from './storage-failure.ts'

/** A file of ours is known again by so much of it: no other store's begins like it, nor another of the same store. */
const startBytes = 64

/**
 * An open file that has to keep its name. The system goes on writing to one that was removed or moved, or that another was
 * moved over; but who opens it by its name, as the worker does, finds nothing, or what is another store's.
 */
export class NamedFile {
  readonly path: string
  readonly #flags: number
  #handle: number | undefined
  /** What the file begins with, if it rests. */
  #start: Buffer | undefined
  /** Whether the system says the same of a file by its name and by its handle; not all do. */
  readonly #isTold: boolean

  constructor(path: string, flags: number = constants.O_RDONLY) {
    this.path = path
    this.#flags = flags & ~constants.O_CREAT
    this.#handle = withSystemFailures(() => openSync(path, flags, 0o644))
    this.#isTold = this.#isNamed()
  }

  /** Opens the file again if it rests. */
  get handle(): number {
    return this.#handle ?? this.#openAgain()
  }

  get isOpen(): boolean {
    return this.#handle !== undefined
  }

  /** Closes the file until somebody needs it. What it begins with must not change any more. */
  rest(): void {
    this.#start = withSystemFailures(() => startOf(this.handle))
    this.close()
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

  /** By the numbers by which SQLite, too, knows a file again that it has locks on. */
  #isNamed(): boolean {
    const handle = this.#handle
    const named = this.#lookUp()
    // Systems there are that give a file other numbers when it was closed.
    if (handle === undefined) return named !== undefined
    const own = withSystemFailures(() => fstatSync(handle, { bigint: true }))
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
      'is written from now on would be lost. What this process has open can be read until it ends. Put the folder back, or ' +
      'begin with a new one, and open the store again.',
  )
}

function startOf(handle: number): Buffer {
  const start = Buffer.alloc(startBytes)
  readSync(handle, start, 0, startBytes, 0)
  return start
}
