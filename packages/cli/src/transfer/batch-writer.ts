import { setTimeout } from 'node:timers/promises'
import { type AttributeMap, type AttributeValue, canonicalizeValue, getOwn } from '@monotable/protocol'
import type { FileWrite } from './file-write.ts'
import { type DescribedTable, pauseMs, type TableConnection } from './table-connection.ts'

/** The limit of BatchWriteItem. */
const batchItems = 25
/** A request may have 16 MB: this much, and one more item. */
const batchBytes = 8 * 1024 * 1024
/** An item with more JSON exceeds 400 KB however it is written, and may exceed a whole request. */
const itemMaxBytes = 4 * 1024 * 1024

type Write = Exclude<FileWrite, { readonly fault: string }>
type WriteRequest = { readonly PutRequest: { readonly Item: AttributeMap } } | DeleteRequest
type DeleteRequest = { readonly DeleteRequest: { readonly Key: AttributeMap } }

interface Batch {
  /** All writes, in order. */
  readonly writes: Write[]
  /** By key. Of several writes of one item the last one wins, and only that one is sent. */
  readonly last: Map<string, Write>
  bytes: number
  /** The number of lines that the batch covers. */
  lines: number
}

/** Where and how fast items are written, and the callbacks for results. */
export interface BatchWriterOptions {
  readonly connection: TableConnection
  readonly table: DescribedTable
  readonly parallel: number
  readonly rate: number | undefined
  readonly onRefused: (reason: string) => void
  readonly onWritten: () => void
}

/** Writes items in parallel batches, and tracks up to which line all of them were acknowledged. */
export class BatchWriter {
  readonly #options: BatchWriterOptions
  readonly #running = new Set<Promise<void>>()
  /** Keys of writes in flight: the next write of such an item waits, so that the last one wins. */
  readonly #keysOnTheWay = new Set<string>()
  /** Batches in the order in which they were sent, with whether they were acknowledged. */
  readonly #sent: { readonly lines: number; arrived: boolean }[] = []
  #batch: Batch = emptyBatch()
  /** When the next batch may be sent. */
  #nextMs = 0
  #keyless = 0
  #failure: { readonly error: unknown } | undefined
  /** How many lines were acknowledged, counted from the first without a gap. */
  arrivedLines = 0
  writtenItems = 0
  bytes = 0

  constructor(options: BatchWriterOptions) {
    this.#options = options
  }

  async add(write: FileWrite): Promise<void> {
    this.#batch.lines++
    if ('fault' in write) {
      this.#options.onRefused(write.fault)
      return
    }
    const length = lengthOf(write)
    if (length === undefined) {
      this.#options.onRefused('nested too deep to be an item')
      return
    }
    if (length > itemMaxBytes) {
      const reason = 'Item size has exceeded the maximum allowed size'
      this.#options.onRefused(`${this.#keyText(itemOf(write))}: ${reason}`)
      return
    }
    this.#batch.writes.push(write)
    this.#batch.last.set(this.#keyOf(write), write)
    this.#batch.bytes += length
    this.bytes += length
    const { last, bytes } = this.#batch
    if (last.size >= batchItems || bytes >= batchBytes) await this.#send()
  }

  /** Sends the remaining writes, and waits for the last answer. */
  async end(): Promise<void> {
    if (this.#batch.lines > 0) await this.#send()
    await Promise.all(this.#running)
    this.#requireSuccess()
  }

  async #send(): Promise<void> {
    const { parallel } = this.#options
    const batch = this.#batch
    const keys = [...batch.last.keys()]
    while (this.#running.size >= parallel || keys.some((key) => this.#keysOnTheWay.has(key))) {
      await Promise.race(this.#running)
    }
    this.#requireSuccess()
    this.#batch = emptyBatch()
    for (const key of keys) this.#keysOnTheWay.add(key)
    await this.#holdBack(batch.last.size)
    const entry = { lines: batch.lines, arrived: false }
    this.#sent.push(entry)
    const running = this.#write(batch)
      .then(() => this.#arrive(entry))
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        for (const key of keys) this.#keysOnTheWay.delete(key)
        this.#running.delete(running)
      })
    this.#running.add(running)
  }

  #arrive(entry: { arrived: boolean }): void {
    entry.arrived = true
    while (this.#sent[0]?.arrived) this.arrivedLines += this.#sent.shift()?.lines ?? 0
    this.#options.onWritten()
  }

  #requireSuccess(): void {
    if (this.#failure) throw this.#failure.error
  }

  /** Waits until so many more items are within the requested rate. */
  async #holdBack(items: number): Promise<void> {
    const { rate } = this.#options
    if (rate === undefined) return
    const now = performance.now()
    // A slow input, such as a pipe, is not made up for by sending faster later.
    const dueMs = Math.max(this.#nextMs, now)
    this.#nextMs = dueMs + (items / rate) * 1000
    if (dueMs > now) await setTimeout(dueMs - now)
  }

  async #write({ writes, last }: Batch): Promise<void> {
    const { table, connection } = this.#options
    let left: readonly WriteRequest[] = [...last.values()].map(requestOf)
    for (let attempt = 1; left.length > 0; attempt++) {
      const input = { RequestItems: { [table.TableName]: left } }
      let answer: { UnprocessedItems?: { readonly [table: string]: readonly WriteRequest[] } }
      try {
        answer = (await connection.send('BatchWriteItem', input)) as typeof answer
      } catch (error) {
        if (!isRefusal(error)) throw error
        // One of them is invalid, and the service does not say which. If it is the last write of an item, an earlier
        // one counts.
        return this.#writeSingly(writes.map(requestOf))
      }
      const rest = getOwn(answer.UnprocessedItems ?? {}, table.TableName) ?? []
      // As long as something gets through, the service is merely slow.
      if (rest.length < left.length) attempt = 1
      left = rest
      if (left.length > 0) await setTimeout(pauseMs(Math.min(attempt, 6)))
    }
    this.writtenItems += writes.length
  }

  async #writeSingly(requests: readonly WriteRequest[]): Promise<void> {
    const { table, connection, onRefused } = this.#options
    for (const request of requests) {
      const [operation, input] =
        'PutRequest' in request
          ? (['PutItem', { Item: request.PutRequest.Item }] as const)
          : (['DeleteItem', { Key: request.DeleteRequest.Key }] as const)
      try {
        await connection.send(operation, { TableName: table.TableName, ...input })
        this.writtenItems++
      } catch (error) {
        if (!isRefusal(error)) throw error
        const item = 'PutRequest' in request ? request.PutRequest.Item : request.DeleteRequest.Key
        onRefused(`${this.#keyText(item)}: ${(error as Error).message}`)
      }
    }
  }

  /**
   * Returns what identifies an item. Items that lack a key attribute each get their own identity, and are rejected
   * individually.
   */
  #keyOf(write: Write): string {
    const values = this.#keyValues(itemOf(write))
    return values.includes(null) ? `without a key, ${this.#keyless++}` : JSON.stringify(values.map(canonical))
  }

  #keyValues(item: AttributeMap): (AttributeValue | null)[] {
    const { KeySchema } = this.#options.table
    return KeySchema.map(({ AttributeName }) => getOwn(item, AttributeName) ?? null)
  }

  /** Formats a key for people: the values of its attributes, or that they are missing. */
  #keyText(item: AttributeMap): string {
    const values = this.#keyValues(item)
    const parts = this.#options.table.KeySchema.map(({ AttributeName: name }, i) => {
      return `${name} ${values[i] === null ? 'missing' : JSON.stringify(values[i])}`
    })
    return parts.join(', ')
  }
}

const refusals = [
  'ValidationException',
  // Such as a number where a string is required, or invalid base64.
  'SerializationException',
  'ItemCollectionSizeLimitExceededException',
]

/**
 * Whether an item was rejected because of its content, or because its item collection is full; other items may still be
 * written.
 */
function isRefusal(error: unknown): boolean {
  return refusals.includes((error as Error).name)
}

/**
 * Normalizes a value, since a number can be written in several ways. Invalid values are left for the service to reject.
 */
function canonical(value: AttributeValue | null): AttributeValue | null {
  try {
    return canonicalizeValue(value)
  } catch {
    return value
  }
}

function itemOf(write: Write): AttributeMap {
  return 'put' in write ? write.put : write.remove
}

/** Returns the approximate size of a write as JSON; `undefined` if it is nested too deeply to be written. */
function lengthOf(write: Write): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(write))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function emptyBatch(): Batch {
  return { writes: [], last: new Map(), bytes: 0, lines: 0 }
}

function requestOf(write: Write): WriteRequest {
  return 'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.remove } }
}
