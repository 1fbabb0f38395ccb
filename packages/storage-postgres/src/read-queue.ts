import type { RecordKey, RecordValue, SpaceId } from '@monotable/engine'
import { BatchSize } from './batch-size.ts'
import { Fifo } from './fifo.ts'
import { oncePerTurn } from './once-per-turn.ts'
import { readStatement, readValues } from './read-statements.ts'
import type { Row, Statement } from './sql.ts'

type Values = readonly (RecordValue | undefined)[]

interface Read {
  readonly keys: readonly RecordKey[]
  readonly resolve: (values: Values) => void
  readonly reject: (error: unknown) => void
}

/** The most statements in flight, and the most places in one. */
const maxUnderWay = 4
const maxKeys = 100
const maxBytes = 4 * 1024 * 1024

/**
 * Batches reads of single places: those of one turn of the event loop, and those that arrive while others are in
 * flight, share one statement per space. A statement for fifty places costs the process and the database a fraction of
 * fifty statements.
 */
export class ReadQueue {
  readonly #query: (statement: Statement) => Promise<readonly Row[]>
  readonly #waiting = new Map<SpaceId, Fifo<Read>>()
  readonly #batchSize = new BatchSize({ max: maxKeys, maxBytes })
  #underWay = 0
  readonly #startSoon = oncePerTurn(() => this.#start())

  constructor(query: (statement: Statement) => Promise<readonly Row[]>) {
    this.#query = query
  }

  /** Returns the values at some places, all as of one moment. */
  read(keys: readonly RecordKey[]): Promise<Values> {
    const space = keys[0]?.space
    if (space === undefined) return Promise.resolve([])
    // Values of one moment have to come from one statement.
    if (keys.length > maxKeys || keys.some((key) => key.space !== space)) return this.#readNow(keys)
    return new Promise((resolve, reject) => {
      const reads = this.#waiting.get(space) ?? new Fifo<Read>()
      this.#waiting.set(space, reads)
      reads.push({ keys, resolve, reject })
      this.#startSoon()
    })
  }

  #start(): void {
    for (const [space, reads] of this.#waiting) {
      if (this.#underWay >= maxUnderWay) return
      const batch = takeReads(reads, this.#batchSize.limit)
      // The remaining reads queue behind the other spaces.
      this.#waiting.delete(space)
      if (reads.length > 0) this.#waiting.set(space, reads)
      this.#underWay += 1
      void this.#answer(batch).finally(() => {
        this.#underWay -= 1
        if (this.#waiting.size > 0) this.#startSoon()
      })
    }
  }

  async #answer(batch: readonly Read[]): Promise<void> {
    try {
      const values = await this.#readNow(
        batch.length === 1 ? (batch[0] as Read).keys : batch.flatMap(({ keys }) => keys),
      )
      let at = 0
      for (const { keys, resolve } of batch) {
        resolve(batch.length === 1 ? values : values.slice(at, at + keys.length))
        at += keys.length
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async #readNow(keys: readonly RecordKey[]): Promise<Values> {
    const values = readValues(await this.#query(readStatement(keys)), keys.length)
    let bytes = 0
    for (const value of values) bytes += value?.doc.length ?? 0
    this.#batchSize.learn(keys.length, bytes)
    return values
  }
}

/** Takes reads from the front of a queue: at most `limit` places together, but at least one read. */
function takeReads(reads: Fifo<Read>, limit: number): Read[] {
  const batch: Read[] = []
  let count = 0
  for (let next = reads.head; next !== undefined; next = reads.head) {
    count += next.keys.length
    if (batch.length > 0 && count > limit) break
    batch.push(next)
    reads.shift()
  }
  return batch
}
