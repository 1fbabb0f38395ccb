import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { basename } from 'node:path'
import { StorageError } from '@monotable/engine'
import { withSystemFailures } from './storage-failure.ts'

/**
 * An open file that has to keep its name. The system goes on writing to one that was removed, or that another was moved
 * over, and what is in it is gone with the last who has it open.
 */
export class NamedFile {
  readonly path: string
  readonly handle: number
  /** Whether the system counts the names of a file; some tell of none where there is one. */
  readonly #isCounted: boolean

  constructor(path: string, flags: number = constants.O_RDONLY) {
    this.path = path
    this.handle = withSystemFailures(() => openSync(path, flags, 0o644))
    this.#isCounted = this.#names() > 0
  }

  /**
   * Makes sure that the file is still in its folder. A store that was made in its place since must not be given what
   * belongs to this one.
   */
  requireThere(): void {
    if (!this.isRemoved) return
    throw new StorageError(
      'IO',
      `The folder of the store was removed, or the file "${basename(this.path)}" in it, while it was open: what is ` +
        'written from now on would be lost. What was stored can be read until this process ends. Put the folder back from a ' +
        'backup, or begin with a new one, and open the store again.',
    )
  }

  get isRemoved(): boolean {
    return this.#isCounted && this.#names() === 0
  }

  close(): void {
    withSystemFailures(() => closeSync(this.handle))
  }

  #names(): number {
    return withSystemFailures(() => fstatSync(this.handle).nlink)
  }
}
