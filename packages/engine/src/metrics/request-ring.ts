import { flatStart } from '../util/flat-copy.ts'

/** What is remembered about a request. */
export interface RequestRecord {
  /** When it was answered, in milliseconds since 1970, by the database's clock. */
  readonly atMs: number
  readonly operation: string
  readonly region: string
  readonly accountId: string
  /** The table or tables that it names, as far as that is easy to tell. */
  readonly tables: readonly string[]
  readonly index?: string | undefined
  /** The name of the error in its answer; absent if it succeeded. */
  readonly error?: string | undefined
  readonly durationMs: number
  /** Units that it read and wrote; absent if they were not counted. */
  readonly units?: number | undefined
  /** How many items the answer has, or how many were sent. */
  readonly items?: number | undefined
  readonly requestBytes?: number | undefined
  readonly answerBytes?: number | undefined
  /** As sent to the client. */
  readonly requestId?: string | undefined
  /** The claimed sender; verified only by a server with access keys. */
  readonly accessKeyId?: string | undefined
  /** The request and the answer as JSON, truncated; only if bodies are kept. */
  readonly request?: string | undefined
  readonly answer?: string | undefined
}

/** How requests are remembered. */
export interface RequestRingOptions {
  /** How many; 500 by default. */
  readonly keep?: number
  /** Whether to count the units of each, even if it does not ask for them; true by default. */
  readonly units?: boolean
  /** Whether to remember their bodies too, including the values of items. */
  readonly bodies?: boolean
  /** How many characters of a body to keep; 2,000 by default. */
  readonly bodyMaxLength?: number
}

/** A slot of the ring. Slots are reused: creating one for each request would cost more. */
export class Slot {
  atMs = 0
  operation = ''
  region = ''
  accountId = ''
  table: string | undefined
  tables: readonly string[] | undefined
  index: string | undefined
  error: string | undefined
  durationMs = 0
  units: number | undefined
  items: number | undefined
  requestBytes: number | undefined
  answerBytes: number | undefined
  requestId: string | undefined
  accessKeyId: string | undefined
  request: string | undefined
  answer: string | undefined
}

/** The latest requests. The oldest makes room for the newest, so memory use is bounded. */
export class RequestRing {
  readonly isOn: boolean
  readonly keepsBodies: boolean
  readonly countsUnits: boolean
  readonly #keep: number
  readonly #bodyMaxLength: number
  readonly #slots: Slot[] = []
  /** The only slot of a ring that keeps nothing. */
  readonly #passing = new Slot()
  #next = 0

  constructor(options: RequestRingOptions = {}) {
    this.#keep = options.keep ?? 500
    this.isOn = this.#keep > 0
    this.keepsBodies = this.isOn && (options.bodies ?? false)
    this.countsUnits = this.isOn && (options.units ?? true)
    this.#bodyMaxLength = options.bodyMaxLength ?? 2_000
  }

  /** Returns the slot for the newest request. The caller sets all of its members. */
  nextSlot(): Slot {
    if (!this.isOn) return this.#passing
    const at = this.#next
    this.#next = at + 1 === this.#keep ? 0 : at + 1
    const known = this.#slots[at]
    if (known !== undefined) return known
    const slot = new Slot()
    this.#slots.push(slot)
    return slot
  }

  /** Truncates a body to the length that is kept. */
  shorten(json: string): string {
    return json.length <= this.#bodyMaxLength ? json : `${flatStart(json, this.#bodyMaxLength)}…`
  }

  /** Returns the requests from the oldest to the newest. */
  list(): readonly RequestRecord[] {
    const slots = [...this.#slots.slice(this.#next), ...this.#slots.slice(0, this.#next)]
    return slots.map(recordOf)
  }
}

/** Returns the record in a slot of the ring. */
export function recordOf({ table, tables, ...slot }: Slot): RequestRecord {
  return { ...slot, tables: tables ?? (table === undefined ? [] : [table]) }
}
