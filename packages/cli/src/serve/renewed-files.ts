import { statSync } from 'node:fs'
import { readText } from '../read-text.ts'

/** Gives the text of a file, or throws what is wrong with it. */
export type ReadsText = (file: string) => string

/** How often files are looked at. */
const lookMs = 60_000

/**
 * What is made of the text of some files that may change while a server runs. Which files those are is found out in the
 * making: one may name others. They are compared by what they say, since that is all that counts.
 */
export class RenewedFiles<Value> {
  readonly #make: (read: ReadsText) => Value
  /** What each file said when it was read last, or why it said nothing. */
  #said = new Map<string, string | Error>()
  /** What was made of the files at first. */
  readonly first: Value

  constructor(make: (read: ReadsText) => Value) {
    this.#make = make
    this.first = this.#read()
  }

  /** What the files make now, if any of them says something else than when they were read last; throws if it is no good. */
  changed(): Value | undefined {
    const isSame = [...this.#said].every(([file, said]) => String(say(file, said)) === String(said))
    return isSame ? undefined : this.#read()
  }

  #read(): Value {
    const before = this.#said
    this.#said = new Map()
    return this.#make((file) => {
      // A file that is asked for twice says the same, also when it changes meanwhile.
      const said = this.#said.get(file) ?? say(file, before.get(file))
      this.#said.set(file, said)
      if (typeof said === 'string') return said
      throw said
    })
  }
}

/** What a file says, or why it says nothing. */
function say(file: string, before: string | Error | undefined): string | Error {
  try {
    return before === undefined || !isSaidOnce(file) ? readText(file) : before
  } catch (error) {
    return error as Error
  }
}

/** A pipe or a terminal says something once: who reads it again gets nothing, or waits for ever. */
function isSaidOnce(file: string): boolean {
  try {
    const found = statSync(file)
    return found.isFIFO() || found.isCharacterDevice()
  } catch {
    // Why it cannot be looked at is told by who reads it.
    return false
  }
}

/** What is done with files that have changed, and how it is told. */
export interface Renewal<Value> {
  readonly files: RenewedFiles<Value>
  readonly renew: (value: Value) => void
  readonly tell: (text: string) => void
  /** Told when they are used. */
  readonly used: string
  /** Told when they are no good, with the reason behind it. */
  readonly refused: string
}

/**
 * Makes a function that looks at the files once. Those that are no good are told of once; they may be half written, and are
 * tried again when they have changed again.
 */
export function lookForRenewal<Value>({ files, renew, tell, used, refused }: Renewal<Value>): () => void {
  return () => {
    try {
      const value = files.changed()
      if (value === undefined) return
      renew(value)
      tell(used)
    } catch (error) {
      tell(`${refused}: ${(error as Error).message}`)
    }
  }
}

/**
 * Looks every minute, and when the process is sent SIGHUP as servers are after a renewal: certificates of today last for
 * weeks only, and a key that is known to others has to go at once. `looks` come when the server has started; who sends
 * SIGHUP before that has them look then. Returns what ends it.
 */
export function keepLooking(looks: Promise<readonly (() => void)[]>): () => void {
  const lookAtAll = async () => {
    for (const look of await looks) look()
  }
  const timer = setInterval(lookAtAll, lookMs).unref()
  // In a terminal SIGHUP says that it was closed, and ends the server as it does every program.
  if (process.stdout.isTTY !== true) process.on('SIGHUP', lookAtAll)
  return () => {
    clearInterval(timer)
    process.off('SIGHUP', lookAtAll)
  }
}
