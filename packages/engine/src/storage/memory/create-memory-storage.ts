import { encodeLogPosition } from '../log-position.ts'
import type {
  Append,
  ByteString,
  Change,
  Decision,
  RangePage,
  RangeRequest,
  RecordKey,
  RecordValue,
  SpaceId,
  SpaceSize,
  Storage,
  StorageSnapshot,
} from '../storage.ts'
import { StorageError } from '../storage-error.ts'
import { OrderedIndex } from './ordered-index.ts'
import { PagePool } from './page-pool.ts'
import { partitionInterval, rangeInterval } from './range-interval.ts'
import { requireKeyLength } from './search-key.ts'

type Spaces = Map<SpaceId, OrderedIndex>

/**
 * Creates an empty store that lives in this process and disappears with it. Every call does all its work before it
 * returns, so calls cannot interleave. Snapshots are copy-on-write: taking or restoring one costs a few steps per
 * space, however much the space holds.
 *
 * @example
 * const storage = createMemoryStorage()
 * await storage.createSpace('notes')
 * await storage.size('notes') // { records: 0, sizeBytes: 0 }
 */
export function createMemoryStorage(): Storage {
  return new MemoryStorage()
}

class MemoryStorage implements Storage {
  #spaces: Spaces | undefined = new Map()
  #pool = new PagePool()
  /** The number of snapshots that may share pages with the spaces. */
  #snapshots = 0
  #lastPosition = 0

  async createSpace(space: SpaceId): Promise<void> {
    const spaces = this.#open()
    if (!spaces.has(space)) spaces.set(space, new OrderedIndex(this.#pool))
  }

  async dropSpace(space: SpaceId): Promise<void> {
    const spaces = this.#open()
    spaces.get(space)?.clear()
    spaces.delete(space)
    this.#pool.trim()
  }

  async listSpaces(): Promise<readonly SpaceId[]> {
    return [...this.#open().keys()]
  }

  async read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]> {
    return readAll(this.#open(), keys)
  }

  async range(request: RangeRequest): Promise<RangePage> {
    return readRange(requireSpace(this.#open(), request.space), request)
  }

  async mutate<Answer>(
    keys: readonly RecordKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer> {
    const spaces = this.#open()
    const { changes, appends, answer } = decide(readAll(spaces, keys))
    // All or nothing: whatever can fail must fail before the first change.
    for (const change of changes) {
      requireSpace(spaces, change.space)
      requireKeyLength(change)
    }
    if (appends !== undefined) for (const { space } of appends) requireSpace(spaces, space)
    try {
      this.#apply(spaces, changes, appends)
    } catch (error) {
      await this.close()
      const message =
        'A write found no memory for its records. The store is closed, since it may hold half of them.'
      throw new StorageError('IO', message, { cause: error })
    }
    return answer
  }

  #apply(spaces: Spaces, changes: readonly Change[], appends: readonly Append[] | undefined): void {
    for (const change of changes) applyChange(spaces, change)
    if (appends === undefined) return
    for (const { space, partition, value } of appends) {
      applyChange(spaces, { space, partition, sort: encodeLogPosition(++this.#lastPosition), value })
    }
  }

  async size(space: SpaceId, partition?: ByteString): Promise<SpaceSize> {
    const index = requireSpace(this.#open(), space)
    return index.measure(partition === undefined ? {} : partitionInterval(partition))
  }

  async clear(): Promise<void> {
    const spaces = this.#open()
    this.#spaces = new Map()
    if (this.#snapshots > 0) clearAll(spaces)
    else this.#pool = new PagePool()
  }

  async snapshot(): Promise<StorageSnapshot> {
    const spaces = forkAll(this.#open())
    this.#snapshots += 1
    return new MemorySnapshot(spaces, () => {
      this.#snapshots -= 1
    })
  }

  async restore(snapshot: StorageSnapshot): Promise<void> {
    const spaces = this.#open()
    this.#spaces = forkAll(MemorySnapshot.spacesOf(snapshot))
    clearAll(spaces)
  }

  async close(): Promise<void> {
    this.#spaces = undefined
    this.#pool = new PagePool()
  }

  #open(): Spaces {
    if (!this.#spaces) throw new StorageError('CLOSED', 'The store was closed.')
    return this.#spaces
  }
}

class MemorySnapshot implements StorageSnapshot {
  #spaces: Spaces | undefined
  readonly #onRelease: () => void

  constructor(spaces: Spaces, onRelease: () => void) {
    this.#spaces = spaces
    this.#onRelease = onRelease
  }

  static spacesOf(snapshot: StorageSnapshot): Spaces {
    const spaces = snapshot instanceof MemorySnapshot ? snapshot.#spaces : undefined
    if (!spaces) throw new StorageError('CLOSED', 'The snapshot was released, or another store made it.')
    return spaces
  }

  async release(): Promise<void> {
    if (!this.#spaces) return
    clearAll(this.#spaces)
    this.#spaces = undefined
    this.#onRelease()
  }
}

function requireSpace(spaces: Spaces, space: SpaceId): OrderedIndex {
  const index = spaces.get(space)
  if (!index) throw new StorageError('NO_SPACE', `There is no space "${space}".`)
  return index
}

function readAll(spaces: Spaces, keys: readonly RecordKey[]): (RecordValue | undefined)[] {
  return keys.map((key) => requireSpace(spaces, key.space).get(key))
}

function readRange(index: OrderedIndex, request: RangeRequest): RangePage {
  const { reverse, maxRecords = Number.MAX_SAFE_INTEGER, maxBytes = Number.MAX_SAFE_INTEGER } = request
  return index.read({ ...rangeInterval(request), reverse, maxRecords, maxBytes })
}

function applyChange(spaces: Spaces, { space, partition, sort, value }: Change): void {
  const index = requireSpace(spaces, space)
  if (value) index.set({ partition, sort }, value)
  else index.delete({ partition, sort })
}

function clearAll(spaces: Spaces): void {
  for (const index of spaces.values()) index.clear()
}

function forkAll(spaces: Spaces): Spaces {
  const copy: Spaces = new Map()
  for (const [space, index] of spaces) copy.set(space, index.fork())
  return copy
}
