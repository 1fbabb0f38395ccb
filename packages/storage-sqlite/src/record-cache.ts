import type { ByteString, Position, RecordValue } from '@monotable/engine'

/** What a record takes beside its texts. */
const overheadBytes = 200

/** Longer records are left to SQLite: a few of them would drive out all others. */
const recordMaxLength = 32_768

/**
 * Records that were used lately. To ask SQLite for one costs several times what all else of a GetItem does, and a write
 * asks for what is there before.
 *
 * It has two halves: what is used is put into the young one, and when that is full, it becomes the old one, and what the
 * old one held is forgotten. So it keeps what is used often, and nothing has to be kept in order.
 */
export class RecordCache {
  readonly #halfBytes: number
  #young = new Map<string, RecordValue>()
  #old = new Map<string, RecordValue>()
  #youngBytes = 0

  constructor(maxBytes: number) {
    this.#halfBytes = maxBytes / 2
  }

  find(space: number, place: Position): RecordValue | undefined {
    const key = keyOf(space, place)
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old === undefined) return undefined
    this.#old.delete(key)
    this.#add(key, old)
    return old
  }

  /** Keeps a record that was read, or written at a place that was looked at. */
  keep(space: number, place: Position, value: RecordValue): void {
    const key = keyOf(space, place)
    const before = this.#young.get(key)
    if (value.doc.length > recordMaxLength) this.#remove(key)
    else if (before === undefined) {
      this.#old.delete(key)
      this.#add(key, value)
    } else {
      this.#young.set(key, value)
      this.#youngBytes += value.doc.length - before.doc.length
    }
  }

  forget(space: number, place: Position): void {
    this.#remove(keyOf(space, place))
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#youngBytes = 0
  }

  #add(key: string, value: RecordValue): void {
    this.#young.set(key, value)
    this.#youngBytes += bytesOf(key, value)
    if (this.#youngBytes <= this.#halfBytes) return
    this.#old = this.#young
    this.#young = new Map()
    this.#youngBytes = 0
  }

  #remove(key: string): void {
    if (this.#old.delete(key)) return
    const value = this.#young.get(key)
    if (value === undefined) return
    this.#young.delete(key)
    this.#youngBytes -= bytesOf(key, value)
  }
}

/** No two places have the same: the length says where the partition ends. */
function keyOf(space: number, { partition, sort }: { partition: ByteString; sort: ByteString }): string {
  return `${space} ${partition.length} ${partition}${sort}`
}

function bytesOf(key: string, { doc }: RecordValue): number {
  return key.length + doc.length + overheadBytes
}
