import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Row, Statement } from './sql.ts'

/**
 * More prepared statements than this, or a greater total length, burden the server: the least recently used ones are
 * dropped. The server keeps about 200 bytes per character: 3 MB for a read of a hundred tables.
 */
const maxPrepared = 400
const maxPreparedText = 200_000
/** The part that is left after some were dropped. */
const keptPart = 0.75

/** The internals of the driver's client. */
interface Driver {
  readonly stream: Duplex
  /** The texts of prepared statements by name. */
  readonly parsedStatements: Record<string, string>
}

/** One connection. It carries any number of statements at a time, which run one after the other. */
export class Connection {
  /** The index of the host that it leads to. */
  readonly host: number
  readonly #client: pg.Client
  /** The lengths of the statements that the driver has prepared, by name, least recently used first. */
  readonly #prepared = new Map<string, number>()
  #preparedText = 0
  #underWay = 0
  #answers = 0
  #quietTicks = 0
  #isEnding = false
  #isBroken = false
  /** Whether somebody has cancelled a commit's wait for the standby: the database then only warns. */
  #isUnconfirmed = false
  readonly #whenBroken: (() => void)[] = []

  constructor(host: number, config: pg.ClientConfig) {
    this.host = host
    this.#client = new pg.Client({ ...config, ...kept, pipeline: true, types })
    // Whoever waits for an answer gets the error; an unhandled event would end the process.
    this.#client.on('error', () => this.#breakDown())
    this.#client.on('end', () => this.#breakDown())
    this.#client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnconfirmed = true
    })
  }

  /** The process ID that the database announced when the connection was opened. */
  get processId(): number {
    return (this.#client as unknown as { processID: number }).processID
  }

  /** Whether the connection can still be used. */
  get isUsable(): boolean {
    return !this.#isBroken
  }

  /** How many statements have not been answered yet. */
  get underWay(): number {
    return this.#underWay
  }

  /** How many statements have been answered. */
  get answers(): number {
    return this.#answers
  }

  /** For how many ticks answers have been due and none has come. */
  get quietTicks(): number {
    return this.#quietTicks
  }

  /** Whether there is nothing to do and no transaction is open. */
  get isIdle(): boolean {
    return this.#underWay === 0 && this.#client.getTransactionStatus() === 'I'
  }

  async open(): Promise<void> {
    await this.#client.connect().catch((error: Error) => {
      if (error.message !== 'timeout expired') throw error
      const message = 'it neither accepts nor refuses the connection'
      throw Object.assign(new Error(message, { cause: error }), { code: 'ETIMEDOUT' })
    })
  }

  /** Calls back once, when the connection is lost or has ended. */
  onBroken(whenBroken: () => void): void {
    this.#whenBroken.push(whenBroken)
  }

  /** Runs a statement and returns its rows. */
  async run({ text, values }: Statement): Promise<readonly Row[]> {
    if (values.length === 0) return (await this.#send({ text, rowMode: 'array' })).rows
    const name = statementName(text)
    try {
      return (await this.#send({ name, text, values: values as unknown[], rowMode: 'array' })).rows
    } finally {
      this.#forget(name)
      // If its table did not exist, it was not prepared.
      if (Object.hasOwn(this.#driver.parsedStatements, name)) {
        this.#prepared.set(name, text.length)
        this.#preparedText += text.length
      }
    }
  }

  #forget(name: string): void {
    this.#preparedText -= this.#prepared.get(name) ?? 0
    this.#prepared.delete(name)
  }

  /** Runs unprepared statements without parameters; returns the name of the last command. */
  async command(text: string): Promise<string> {
    const result: unknown = await this.#send({ text, rowMode: 'array' })
    const last: unknown = Array.isArray(result) ? result.at(-1) : result
    return (last as pg.QueryArrayResult).command
  }

  /**
   * Drops prepared statements if there are too many. Must be called before new work, with no transaction open: a failed
   * one would not allow it.
   */
  makeRoom(): void {
    if (!this.#keepsTooMuch(1)) return
    const names: string[] = []
    for (const name of this.#prepared.keys()) {
      if (!this.#keepsTooMuch(keptPart)) break
      this.#forget(name)
      delete this.#driver.parsedStatements[name]
      names.push(name)
    }
    this.command(names.map((name) => `DEALLOCATE "${name}"`).join('; ')).catch(() => this.destroy())
  }

  #keepsTooMuch(part: number): boolean {
    return this.#prepared.size >= part * maxPrepared || this.#preparedText >= part * maxPreparedText
  }

  /**
   * Passes everything that `send` writes to the system in one piece; otherwise each statement would be sent by itself.
   */
  inOnePiece<Result>(send: () => Result): Result {
    const { stream } = this.#driver
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }

  /** Must be called every second. */
  tick(): void {
    this.#quietTicks = this.#underWay > 0 || this.#isEnding ? this.#quietTicks + 1 : 0
  }

  /** Ends the connection after its remaining work. */
  async end(): Promise<void> {
    this.#isEnding = true
    if (!this.#isBroken) await this.#client.end()
  }

  /** Ends the connection at once; statements in flight are rejected. */
  destroy(): void {
    // The only way to leave a server that does not answer: `end` would wait for it.
    this.#driver.stream.destroy()
    this.#breakDown()
  }

  get #driver(): Driver {
    return (this.#client as unknown as { connection: Driver }).connection
  }

  #send(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    return new Promise((resolve, reject) => {
      this.#underWay += 1
      this.#client.query(config, (error: Error | null, result) => {
        this.#underWay -= 1
        this.#answers += 1
        this.#quietTicks = 0
        if (!error && this.#isUnconfirmed) return reject(this.#unconfirmed())
        if (!error) return resolve(result)
        // The former primary is a standby now.
        if ((error as { code?: unknown }).code === '25006') this.destroy()
        reject(error)
      })
    })
  }

  /** Returns an error for a commit that a failover would undo. As after a lost answer, it is not known what it became. */
  #unconfirmed(): Error {
    this.#isUnconfirmed = false
    return Object.assign(new Error('the wait for the standby was cancelled'), { code: '08007' })
  }

  #breakDown(): void {
    if (this.#isBroken) return
    this.#isBroken = true
    for (const whenBroken of this.#whenBroken) whenBroken()
  }
}

/** Devices on the way forget connections that are silent for minutes; the system's own keep-alive takes hours. */
const kept = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

/** Every column stays text as the database sends it: whoever reads it knows its type. */
const types = { getTypeParser: () => (text: string) => text }

const names = new Map<string, string>()
const longText = 2_000

function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `m${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
  if (names.size > 5_000) names.clear()
  // Keeping those built for a single request would take a hundred megabytes.
  if (text.length < longText) names.set(text, name)
  return name
}
