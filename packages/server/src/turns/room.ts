import { WaitingLine } from './waiting-line.ts'

/** Smaller requests need no room, and never wait for others. */
export const largeBytes = 64 * 1024

/** A request to keep bytes in memory. */
export interface RoomRequest {
  /** The most that it may take. */
  readonly bytes: number
  /** The client's address: of those that wait, the one whose address has the least room goes first. */
  readonly address: string
  /** Called when there is room, if there was none at first. */
  readonly enter?: () => void
  /** Called when its time is over while others wait. It must leave then. */
  readonly cut: () => void
}

/** The place of a request that was admitted or is waiting. */
export interface Place {
  readonly isInside: boolean
  /** Called when data has arrived or was sent. */
  moved(): void
  /** Called when the time from now on is the server's own. */
  settle(): void
  /** Gives the room back, or ends the waiting. Calling it again does nothing. */
  leave(): void
}

export interface RoomLimits {
  readonly maxBytes: number
  /** How long, in milliseconds, a request may stay while others wait. */
  readonly patienceMs: number
  /** How long, in milliseconds, a request may make no progress while others wait. */
  readonly standstillMs: number
  /** Milliseconds from any starting point. */
  readonly now: () => number
}

/**
 * Limits what all connections together keep in memory. A request gets room for all that it may take, so that everyone
 * inside can finish, and nobody inside ever waits for another. A request larger than the whole room is admitted when
 * nobody else is inside.
 *
 * Waiting requests are admitted in turns: first those of the address with the least room, and among these in the order
 * of arrival. Nobody is passed over for being large, and while anybody waits, nobody may stay forever.
 */
export class Room {
  readonly #limits: RoomLimits
  readonly #context: GuestContext
  readonly #inside = new Set<Guest>()
  readonly #bytesByAddress = new Map<string, number>()
  readonly #waiting = new WaitingLine<Guest>()
  #heldBytes = 0
  #isAdmitting = false

  constructor(limits: RoomLimits) {
    this.#limits = limits
    this.#context = { now: limits.now, leave: (guest) => this.#leave(guest) }
  }

  /** Whether requests are waiting, or more is kept than should be. */
  get isCrowded(): boolean {
    return this.#waiting.size > 0 || this.#heldBytes > this.#limits.maxBytes
  }

  /** Asks for room before it is used. */
  ask(request: RoomRequest): Place {
    const guest = new Guest(request, this.#context)
    if (this.#waiting.size === 0 && this.#hasRoom(request.bytes)) this.#admit(guest)
    else this.#waiting.add(guest)
    return guest
  }

  /** Takes room for what already exists, whether or not there is enough. Its progress is not tracked. */
  hold(request: RoomRequest): Place {
    const guest = new Guest(request, this.#context)
    this.#admit(guest)
    guest.movedAt = Number.POSITIVE_INFINITY
    return guest
  }

  /** Ends the stay of those whose time is over, if others wait. */
  sweep(): void {
    if (this.#waiting.size === 0) return
    const { now, patienceMs, standstillMs } = this.#limits
    const time = now()
    for (const guest of [...this.#inside]) {
      if (time - guest.since > patienceMs || time - guest.movedAt > standstillMs) guest.request.cut()
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#heldBytes === 0 || this.#heldBytes + bytes <= this.#limits.maxBytes
  }

  #admit(guest: Guest): void {
    guest.isInside = true
    guest.since = this.#limits.now()
    guest.moved()
    this.#inside.add(guest)
    this.#count(guest, guest.request.bytes)
  }

  #count({ address }: Guest, bytes: number): void {
    this.#heldBytes += bytes
    const held = this.#held(address) + bytes
    if (held === 0) this.#bytesByAddress.delete(address)
    else this.#bytesByAddress.set(address, held)
  }

  #held(address: string): number {
    return this.#bytesByAddress.get(address) ?? 0
  }

  #leave(guest: Guest): void {
    if (this.#inside.delete(guest)) this.#count(guest, -guest.request.bytes)
    else this.#waiting.remove(guest)
    guest.isInside = false
    this.#admitWaiting()
  }

  /** An admitted request may leave at once, which calls this again: those behind it are admitted by the outer call. */
  #admitWaiting(): void {
    if (this.#isAdmitting) return
    this.#isAdmitting = true
    try {
      for (;;) {
        const next = this.#waiting.next((address) => this.#held(address))
        if (next === undefined || !this.#hasRoom(next.request.bytes)) return
        this.#waiting.remove(next)
        this.#admit(next)
        next.request.enter?.()
      }
    } finally {
      this.#isAdmitting = false
    }
  }
}

/** What a guest needs of the room. */
interface GuestContext {
  readonly now: () => number
  readonly leave: (guest: Guest) => void
}

class Guest implements Place {
  readonly request: RoomRequest
  readonly address: string
  isInside = false
  since = Number.POSITIVE_INFINITY
  movedAt = Number.POSITIVE_INFINITY
  readonly #context: GuestContext
  #hasLeft = false

  constructor(request: RoomRequest, context: GuestContext) {
    this.request = request
    this.address = request.address
    this.#context = context
  }

  moved(): void {
    if (this.isInside) this.movedAt = this.#context.now()
  }

  settle(): void {
    this.since = Number.POSITIVE_INFINITY
    this.movedAt = Number.POSITIVE_INFINITY
  }

  leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#context.leave(this)
  }
}
