/** What is remembered of a request. */
export interface RequestRecord {
  /** When it was answered, in milliseconds since 1970, by the database's clock. */
  readonly atMs: number
  readonly operation: string
  readonly region: string
  readonly accountId: string
  /** The table or tables that it names, as far as that is plain to see. */
  readonly tables: readonly string[]
  readonly index?: string | undefined
  /** The name of the error that it was answered with; absent when it went well. */
  readonly error?: string | undefined
  readonly durationMs: number
  /** Units that it read and wrote; absent where they were not counted. */
  readonly units?: number | undefined
  /** How many items the answer has, or how many were sent. */
  readonly items?: number | undefined
  readonly requestBytes?: number | undefined
  readonly answerBytes?: number | undefined
  /** As the client was told it. */
  readonly requestId?: string | undefined
  /** Who says to have sent it; verified only by a server with access keys. */
  readonly accessKeyId?: string | undefined
  /** The request and the answer as JSON, cut short; only where bodies are kept. */
  readonly request?: string | undefined
  readonly answer?: string | undefined
}

/** How requests are remembered. */
export interface RequestRingOptions {
  /** How many; 500. */
  readonly keep?: number
  /** Whether the units of each are counted, also of those that do not ask for them; true. */
  readonly units?: boolean
  /** Whether their bodies are remembered too, with the values of items. */
  readonly bodies?: boolean
  /** How many characters of a body; 2,000. */
  readonly bodyMaxLength?: number
}

/** A place in the ring, which is used again and again: to make a new one for each request would cost more. */
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

/** The last requests. The oldest makes place for the newest, so that what they take is bounded. */
export class RequestRing {
  readonly isOn: boolean
  readonly keepsBodies: boolean
  readonly countsUnits: boolean
  readonly #keep: number
  readonly #bodyMaxLength: number
  readonly #slots: Slot[] = []
  /** The only place of a ring that keeps nothing. */
  readonly #passing = new Slot()
  #next = 0

  constructor(options: RequestRingOptions = {}) {
    this.#keep = options.keep ?? 500
    this.isOn = this.#keep > 0
    this.keepsBodies = this.isOn && (options.bodies ?? false)
    this.countsUnits = this.isOn && (options.units ?? true)
    this.#bodyMaxLength = options.bodyMaxLength ?? 2_000
  }

  /** The place for the newest request. Whoever asks sets every member of it. */
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

  /** A body as it is kept. */
  shorten(json: string): string {
    return json.length <= this.#bodyMaxLength ? json : `${json.slice(0, this.#bodyMaxLength)}…`
  }

  /** From the oldest to the newest. */
  list(): readonly RequestRecord[] {
    const slots = [...this.#slots.slice(this.#next), ...this.#slots.slice(0, this.#next)]
    return slots.map(recordOf)
  }
}

/** What a place in the ring remembers. */
export function recordOf({ table, tables, ...slot }: Slot): RequestRecord {
  return { ...slot, tables: tables ?? (table === undefined ? [] : [table]) }
}
