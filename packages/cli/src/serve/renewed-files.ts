import { statSync } from 'node:fs'
import { readText } from '../read-text.ts'

/** Returns the text of a file, or throws why it cannot be read. */
export type ReadsText = (file: string) => string

/** How often files are checked for changes. */
const lookMs = 60_000

/**
 * A value made from the text of some files, which may change while a server runs. Reading reveals which files those
 * are, since one may refer to others. Files are compared by content, since only that matters.
 */
export class RenewedFiles<Value> {
  readonly #make: (read: ReadsText) => Value
  /** The last known content of each file, or why it could not be read. */
  #contents = new Map<string, string | Error>()
  /** The value made from the files at startup. */
  readonly first: Value

  constructor(make: (read: ReadsText) => Value) {
    this.#make = make
    this.first = this.#read()
  }

  /**
   * Makes the value again if any file has changed since it was last read; `undefined` if none has. Throws if the new
   * content is unusable.
   */
  changed(): Value | undefined {
    const isSame = [...this.#contents].every(
      ([file, content]) => String(readContent(file, content)) === String(content),
    )
    return isSame ? undefined : this.#read()
  }

  #read(): Value {
    const before = this.#contents
    this.#contents = new Map()
    return this.#make((file) => {
      // A file that is requested twice returns the same text, even if it changes in between.
      const content = this.#contents.get(file) ?? readContent(file, before.get(file))
      this.#contents.set(file, content)
      if (typeof content === 'string') return content
      throw content
    })
  }
}

/** Returns the content of a file, or why it cannot be read. */
function readContent(file: string, before: string | Error | undefined): string | Error {
  try {
    return before === undefined || !isReadableOnce(file) ? readText(file) : before
  } catch (error) {
    return error as Error
  }
}

/**
 * Whether a file can be read only once, such as a pipe or a terminal: reading it again returns nothing, or blocks for
 * ever.
 */
function isReadableOnce(file: string): boolean {
  try {
    const found = statSync(file)
    return found.isFIFO() || found.isCharacterDevice()
  } catch {
    // Reading the file will report why it cannot be examined.
    return false
  }
}

/** How changed files are used, and how that is reported. */
export interface Renewal<Value> {
  readonly files: RenewedFiles<Value>
  readonly renew: (value: Value) => void
  readonly report: (text: string) => void
  /** Reported when changed files are used. */
  readonly used: string
  /** Reported when changed files are unusable, followed by the reason. */
  readonly refused: string
}

/**
 * Makes a function that checks the files once. Unusable files are reported once; they may be half written, and are
 * tried again after their next change.
 */
export function lookForRenewal<Value>({ files, renew, report, used, refused }: Renewal<Value>): () => void {
  return () => {
    try {
      const value = files.changed()
      if (value === undefined) return
      renew(value)
      report(used)
    } catch (error) {
      report(`${refused}: ${(error as Error).message}`)
    }
  }
}

/**
 * Checks every minute, and on SIGHUP, which servers are commonly sent after a renewal: certificates now last only
 * weeks, and a leaked key must be revoked at once. `looks` resolves when the server has started; a SIGHUP before that
 * checks then. Returns a function that ends the checks.
 */
export function keepLooking(looks: Promise<readonly (() => void)[]>): () => void {
  const lookAtAll = async () => {
    for (const look of await looks) look()
  }
  const timer = setInterval(lookAtAll, lookMs).unref()
  // In a terminal, SIGHUP means that the terminal was closed, and ends the server like any other program.
  if (process.stdout.isTTY !== true) process.on('SIGHUP', lookAtAll)
  return () => {
    clearInterval(timer)
    process.off('SIGHUP', lookAtAll)
  }
}
