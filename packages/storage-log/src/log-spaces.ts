import { OrderedIndex, PagePool, type SpaceId, StorageError } from '@monotable/engine'
import type { DocumentMemory } from './document-memory.ts'
import type { LiveBytes } from './log/live-bytes.ts'
import { LogSpace, type SpaceShare } from './log-space.ts'

/** The state of all spaces at one moment. */
export interface SpacesState {
  readonly spaces: readonly LogSpace[]
  readonly live: LiveBytes
  /** The length of the documents held in memory. */
  readonly memoryLength: number
}

/** The existing spaces by name and by number, and how much of the log they need. */
export class LogSpaces {
  readonly #share: SpaceShare
  readonly #pool = new PagePool()
  readonly #byName = new Map<SpaceId, LogSpace>()
  readonly #byNumber = new Map<number, LogSpace>()
  #lastNumber = 0

  constructor(share: SpaceShare) {
    this.#share = share
  }

  get live(): LiveBytes {
    return this.#share.live
  }

  get memory(): DocumentMemory {
    return this.#share.memory
  }

  get all(): readonly LogSpace[] {
    return [...this.#byName.values()]
  }

  /** The greatest number that a space ever had; none is assigned twice. */
  get lastNumber(): number {
    return this.#lastNumber
  }

  raiseLastNumber(number: number): void {
    this.#lastNumber = Math.max(this.#lastNumber, number)
  }

  has(name: SpaceId): boolean {
    return this.#byName.has(name)
  }

  require(name: SpaceId): LogSpace {
    const space = this.#byName.get(name)
    if (!space) throw new StorageError('NO_SPACE', `There is no space "${name}".`)
    return space
  }

  withNumber(number: number): LogSpace | undefined {
    return this.#byNumber.get(number)
  }

  add(name: SpaceId, number: number): LogSpace {
    const space = this.#made(name, number, new OrderedIndex(this.#pool))
    this.#put(space)
    this.raiseLastNumber(number)
    return space
  }

  /** Removes a space; its records count as needed until it is told to forget them. */
  remove(name: SpaceId): LogSpace | undefined {
    const space = this.#byName.get(name)
    this.#byName.delete(name)
    if (space) this.#byNumber.delete(space.number)
    return space
  }

  /** Frees the memory of removed spaces. */
  trim(): void {
    this.#pool.trim()
  }

  /** Returns the current state, which later changes do not affect. */
  fork(): SpacesState {
    const spaces = this.all.map((space) => this.#forked(space))
    return { spaces, live: this.live.copy(), memoryLength: this.memory.length }
  }

  /** Goes back to a state, which can be used again. */
  become({ spaces, live, memoryLength }: SpacesState): void {
    for (const space of this.all) {
      this.remove(space.name)
      space.index.clear()
    }
    for (const space of spaces) this.#put(this.#forked(space))
    this.live.become(live)
    this.memory.length = memoryLength
  }

  #put(space: LogSpace): void {
    this.#byName.set(space.name, space)
    this.#byNumber.set(space.number, space)
  }

  #forked({ name, number, index }: LogSpace): LogSpace {
    return this.#made(name, number, index.fork())
  }

  #made(name: SpaceId, number: number, index: OrderedIndex): LogSpace {
    return new LogSpace({ name, number }, index, this.#share)
  }
}
