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
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  return new MemoryStorage(options)
}

/** The room for a store in memory. */
export interface MemoryRoom {
  /**
   * Returns how much a write may add to what is stored, of which this much is in pages outside V8's heap; `Infinity` as
   * long as there is room. Writes that add more are refused.
   */
  mayAdd(pageBytes: number): number
  /** Called when there is no room, and a write leaves less than there was: what it removes from V8's heap is garbage. */
  noteRemoval(): void
  /** Called when the store is closed. */
  close(): void
}

/** How a store in memory is created. */
export interface MemoryStorageOptions {
  /** Default: as much as the process has, which ends when that is used up. */
  readonly room?: MemoryRoom
}

/** A removal may always add this much: its record in a stream is longer than the item that it is about. */
const slackBytes = 1024

class MemoryStorage implements Storage {
  #spaces: Spaces | undefined = new Map()
  #pool = new PagePool()
  /** The number of snapshots that may share pages with the spaces. */
  #snapshots = 0
  #lastPosition = 0
  readonly #room: MemoryRoom | undefined

  constructor({ room }: MemoryStorageOptions) {
    this.#room = room
  }

  async createSpace(space: SpaceId): Promise<void> {
    const spaces = this.#open()
    if (!spaces.has(space)) spaces.set(space, new OrderedIndex(this.#pool))
  }

  async dropSpace(space: SpaceId): Promise<void> {
    const spaces = this.#open()
    spaces.get(space)?.clear()
    spaces.delete(space)
    this.#pool.trim()
    if (this.#room !== undefined && this.#mayAdd(this.#room) !== Number.POSITIVE_INFINITY) {
      this.#room.noteRemoval()
    }
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
    const values = readAll(spaces, keys)
    const { changes, appends, answer } = decide(values)
    if (this.#room !== undefined) this.#requireRoom(this.#room, { keys, values }, { changes, appends })
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

  #mayAdd(room: MemoryRoom): number {
    return room.mayAdd(this.#pool.usedBytes)
  }

  #requireRoom(room: MemoryRoom, found: Found, { changes, appends }: Added): void {
    const mayAdd = this.#mayAdd(room)
    if (mayAdd === Number.POSITIVE_INFINITY) return
    const most = isRemoval(changes) ? Math.max(mayAdd, slackBytes) : mayAdd
    const added = addedBytes(found, { changes, appends })
    if (added > most) throw noRoom()
    if (added < 0) room.noteRemoval()
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
    this.#room?.close()
  }

  #open(): Spaces {
    if (!this.#spaces) throw new StorageError('CLOSED', 'The store was closed.')
    return this.#spaces
  }
}

/** What a write found. */
interface Found {
  readonly keys: readonly RecordKey[]
  readonly values: readonly (RecordValue | undefined)[]
}

/** What a write makes of it. */
type Added = Pick<Decision<unknown>, 'changes' | 'appends'>

/** Whether a write removes more records than it puts; those that only keep account of something have no size. */
function isRemoval(changes: readonly Change[]): boolean {
  let removed = 0
  for (const { value } of changes) {
    if (value === undefined) removed++
    else if (value.sizeBytes > 0) removed--
  }
  return removed > 0
}

/** How much more a write needs than the records that it replaces or removes. */
function addedBytes({ keys, values }: Found, { changes, appends = [] }: Added): number {
  const nameOf = ({ space, partition, sort }: RecordKey) => JSON.stringify([space, partition, sort])
  const sizes = new Map(keys.map((key, at) => [nameOf(key), values[at]?.sizeBytes ?? 0]))
  let added = 0
  for (const { value } of appends) added += value.sizeBytes
  for (const change of changes) added += (change.value?.sizeBytes ?? 0) - (sizes.get(nameOf(change)) ?? 0)
  return added
}

function noRoom(): StorageError {
  return new StorageError(
    'FULL',
    'There is no room left in memory; nothing was written. Delete something, or give the process more memory: a larger ' +
      'heap, such as with NODE_OPTIONS=--max-old-space-size=4096, or a larger machine or container.',
  )
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
