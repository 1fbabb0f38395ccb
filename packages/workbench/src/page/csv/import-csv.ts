import type { AttributeMap } from '@monotable/protocol'
import { messageOf } from '../message-of.ts'
import { CsvParser, type CsvRow } from './csv-parser.ts'
import { type CsvPlan, identityOf, readRow, type Target } from './plan-columns.ts'

/** A record whose item is to be written. */
export interface WritableRow<Row = CsvRow> {
  readonly row: Row
  readonly item: AttributeMap
}

/** A record that was not written, and why. */
export interface RefusedRow<Row = CsvRow> {
  readonly row: Row
  readonly reason: string
}

/** Writes items and returns those that were refused. An error that it throws ends the import. */
export type WriteRows<Row = CsvRow> = (
  rows: readonly WritableRow<Row>[],
) => Promise<readonly RefusedRow<Row>[]>

/** The progress of an import. */
export interface CsvProgress {
  /** The fraction of the file that was read, 0 to 1. */
  readonly share: number
  readonly written: number
  readonly refused: readonly RefusedRow[]
}

/** The result of an import. */
export interface CsvOutcome extends CsvProgress {
  /** Why it ended before the file did. */
  readonly ended?: string
  /** The last line that was processed. */
  readonly lastLine: number
  /** The lines that may or may not have been written; they are among the refused ones. */
  readonly unknown: ReadonlySet<number>
}

interface ImportOptions {
  readonly file: Blob
  readonly delimiter: string
  readonly plan: CsvPlan
  readonly target: Target
  readonly write: WriteRows
  readonly signal: AbortSignal
  readonly onProgress: (progress: CsvProgress) => void
  /**
   * The result of an earlier import of the same file: this one continues where it ended, beginning with the records
   * that may not have been written.
   */
  readonly before?: CsvOutcome | undefined
}

/** The limits of a request: the number of items, and a reasonable number of characters; the workbench accepts 17 MB. */
export const BATCH_ITEMS = 25
export const BATCH_LETTERS = 4_000_000
const BATCHES_AT_ONCE = 4
/** After this many records the browser gets a chance to draw and to handle clicks. */
const ROWS_AT_A_TIME = 200
/** Refused records are kept, so that they can be saved; with this many, it is probably the wrong file. */
const REFUSED_MAX = 10_000

/**
 * Reads a file piece by piece and writes its items, several batches in parallel. Each record is either written or
 * reported as refused. If the import ends early, it waits for batches in flight; nothing after `lastLine` was touched.
 */
export async function importCsv(options: ImportOptions): Promise<CsvOutcome> {
  const run = new ImportRun(options)
  try {
    await run.readAll()
  } catch (error) {
    run.end(messageOf(error))
  }
  await run.settle()
  return run.outcome()
}

class ImportRun {
  readonly #options: ImportOptions
  readonly #parser: CsvParser
  /** The line of each key. */
  readonly #keys = new Map<string, number>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #refused: RefusedRow[] = []
  readonly #unknown = new Set<number>()
  /**
   * From the earlier import: the lines that were refused, and those that may not have been written and have not been
   * sent again.
   */
  readonly #refusedBefore: ReadonlySet<number>
  readonly #unknownBefore = new Map<number, RefusedRow>()
  readonly #mostRefused: number
  #batch: WritableRow[] = []
  /** The total length of the texts in the batch. */
  #letters = 0
  #isHeader = true
  #written: number
  #share = 0
  #lastLine: number
  #ended: string | undefined

  constructor(options: ImportOptions) {
    this.#options = options
    this.#parser = new CsvParser(options.delimiter)
    const { written = 0, refused = [], lastLine = 1, unknown } = options.before ?? {}
    this.#written = written
    for (const one of refused) {
      if (unknown?.has(one.row.line)) this.#unknownBefore.set(one.row.line, one)
      else this.#refused.push(one)
    }
    this.#refusedBefore = new Set(this.#refused.map(({ row }) => row.line))
    this.#mostRefused = this.#refused.length + REFUSED_MAX
    this.#lastLine = lastLine
  }

  async readAll(): Promise<void> {
    for await (const { text, share } of readPieces(this.#options.file)) {
      this.#share = share
      for (const row of this.#parser.push(text)) {
        if (await this.#take(row)) return
        if (row.line % ROWS_AT_A_TIME === 0) await letOthersGo()
      }
      this.#tell()
    }
    for (const row of this.#parser.end()) if (await this.#take(row)) return
    await this.#flush()
  }

  end(reason: string): void {
    this.#ended ??= reason
  }

  async settle(): Promise<void> {
    // Records that were read but not sent are untouched, except those that the earlier import sent.
    const unsent = this.#batch.find(({ row }) => !this.#unknownBefore.has(row.line))
    if (unsent !== undefined) this.#lastLine = unsent.row.line - 1
    this.#doubt([...this.#unknownBefore.values()])
    await Promise.all(this.#underWay)
  }

  outcome(): CsvOutcome {
    const ended = this.#ended
    return {
      ...this.#progress(),
      lastLine: this.#lastLine,
      unknown: this.#unknown,
      ...(ended !== undefined && { ended }),
    }
  }

  /** Whether the import that this one continues has written or refused a record. */
  #isDone({ line }: CsvRow): boolean {
    const { lastLine = 1 } = this.#options.before ?? {}
    return (line <= lastLine && !this.#unknownBefore.has(line)) || this.#refusedBefore.has(line)
  }

  /** Processes a record; returns whether to stop. */
  async #take(row: CsvRow): Promise<boolean> {
    if (this.#isHeader) {
      this.#isHeader = false
      return false
    }
    if (this.#options.signal.aborted) this.end('Stopped.')
    if (this.#refused.length >= this.#mostRefused)
      this.end(`${REFUSED_MAX.toLocaleString('en')} records were rejected.`)
    if (this.#ended !== undefined) return true
    const read = readRow(row, this.#options.plan)
    const problem = 'problem' in read ? read.problem : this.#repeated(row, read.item)
    // Of a finished record, only the key matters.
    if (this.#isDone(row)) return false
    this.#lastLine = Math.max(this.#lastLine, row.line)
    if (problem !== undefined || 'problem' in read) this.#refuse([{ row, reason: problem ?? '' }])
    else await this.#add({ row, item: read.item })
    return false
  }

  async #add(added: WritableRow): Promise<void> {
    const letters = added.row.fields.reduce((sum, field = '') => sum + field.length, 0)
    if (this.#letters + letters > BATCH_LETTERS) await this.#flush()
    this.#batch.push(added)
    this.#letters += letters
    if (this.#batch.length >= BATCH_ITEMS) await this.#flush()
  }

  /** Returns a problem if an earlier record has the same key, since this one would replace it. */
  #repeated(row: CsvRow, item: AttributeMap): string | undefined {
    const identity = identityOf(item, this.#options.target)
    if (identity === undefined) return 'a part of its key is missing'
    const before = this.#keys.get(identity)
    if (before !== undefined) return `it has the same key as line ${before}`
    this.#keys.set(identity, row.line)
    return undefined
  }

  async #flush(): Promise<void> {
    const batch = this.#batch
    if (batch.length === 0) return
    while (this.#underWay.size >= BATCHES_AT_ONCE) await Promise.race(this.#underWay)
    this.#batch = []
    this.#letters = 0
    for (const { row } of batch) this.#unknownBefore.delete(row.line)
    const writing = this.#write(batch).finally(() => this.#underWay.delete(writing))
    this.#underWay.add(writing)
    this.#tell()
  }

  async #write(batch: readonly WritableRow[]): Promise<void> {
    try {
      const refused = await this.#options.write(batch)
      this.#written += batch.length - refused.length
      this.#refuse(refused)
    } catch (error) {
      const message = messageOf(error)
      this.end(message)
      const reason = `it may or may not have been written: ${message}`
      this.#doubt(batch.map(({ row }) => ({ row, reason })))
    }
    this.#tell()
  }

  #doubt(rows: readonly RefusedRow[]): void {
    for (const { row } of rows) this.#unknown.add(row.line)
    this.#refuse(rows)
  }

  #refuse(rows: readonly RefusedRow[]): void {
    this.#refused.push(...rows)
  }

  #progress(): CsvProgress {
    return { share: this.#share, written: this.#written, refused: this.#refused }
  }

  #tell(): void {
    this.#options.onProgress(this.#progress())
  }
}

function letOthersGo(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

const PIECE_BYTES = 64 * 1024

/**
 * Reads the text of a file piece by piece. The file has to be UTF-8, or UTF-16 with a byte order mark. Invalid bytes
 * are an error, so that no replacement characters get into the data.
 */
export async function* readPieces(
  file: Blob,
): AsyncGenerator<{ readonly text: string; readonly share: number }> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      const bytes = await file.slice(at, at + PIECE_BYTES).arrayBuffer()
      yield {
        text: decoder.decode(bytes, { stream: true }),
        share: Math.min(1, (at + PIECE_BYTES) / file.size),
      }
    }
    yield { text: decoder.decode(), share: 1 }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new SyntaxError('The file is not UTF-8. Save it as CSV in UTF-8.', { cause: error })
  }
}
