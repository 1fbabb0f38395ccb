import { WaitingLine } from './waiting-line.ts'

/** Smaller requests ask for no room, and never wait for others. */
export const largeBytes = 64 * 1024

/** Someone who wants to keep bytes in memory. */
export interface RoomRequest {
  /** The most that it may come to. */
  readonly bytes: number
  /** Who asks: of those that wait, whoever has the least room is let in first. */
  readonly address: string
  /** Called when there is room, if there was none at first. */
  readonly enter?: () => void
  /** Called when its time is over while others wait. It has to leave then. */
  readonly cut: () => void
}

/** What one has that was let in, or waits to be. */
export interface Place {
  readonly isInside: boolean
  /** Says that something came, or went. */
  moved(): void
  /** Says that the time that passes from now on is the server's own. */
  settle(): void
  /** Gives the room back, or ends the waiting. Once more does nothing. */
  leave(): void
}

export interface RoomLimits {
  readonly maxBytes: number
  /** How long, in milliseconds, one may stay while others wait. */
  readonly patienceMs: number
  /** How long, in milliseconds, one may stand still while others wait. */
  readonly standstillMs: number
  /** Milliseconds from any start. */
  readonly now: () => number
}

/**
 * Bounds what all connections together keep in memory. Room is given for all that one may come to, so that whoever is
 * inside can finish, and those inside never wait for each other. What alone is larger than all room is let in when
 * nobody else is inside.
 *
 * Who waits is let in by turns: those of the address that has the least room first, and of these whoever came first.
 * Nobody is passed over for being large, and while anybody waits, nobody may stay for ever.
 */
export class Room {
  readonly #limits: RoomLimits
  readonly #house: GuestHouse
  readonly #inside = new Set<Guest>()
  readonly #bytesByAddress = new Map<string, number>()
  readonly #waiting = new WaitingLine<Guest>()
  #heldBytes = 0
  #isAdmitting = false

  constructor(limits: RoomLimits) {
    this.#limits = limits
    this.#house = { now: limits.now, leave: (guest) => this.#leave(guest) }
  }

  /** Whether some wait, or more is kept than should be. */
  get isCrowded(): boolean {
    return this.#waiting.size > 0 || this.#heldBytes > this.#limits.maxBytes
  }

  /** Asks for room before it is used. */
  ask(request: RoomRequest): Place {
    const guest = new Guest(request, this.#house)
    if (this.#waiting.size === 0 && this.#hasRoom(request.bytes)) this.#admit(guest)
    else this.#waiting.add(guest)
    return guest
  }

  /** Takes room for what is there already, whether or not there is enough. Whether it moves is not known. */
  hold(request: RoomRequest): Place {
    const guest = new Guest(request, this.#house)
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

  /** Whoever is let in may leave at once, and then comes here again: those behind it are let in by the first call. */
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
interface GuestHouse {
  readonly now: () => number
  readonly leave: (guest: Guest) => void
}

class Guest implements Place {
  readonly request: RoomRequest
  readonly address: string
  isInside = false
  since = Number.POSITIVE_INFINITY
  movedAt = Number.POSITIVE_INFINITY
  readonly #house: GuestHouse
  #hasLeft = false

  constructor(request: RoomRequest, house: GuestHouse) {
    this.request = request
    this.address = request.address
    this.#house = house
  }

  moved(): void {
    if (this.isInside) this.movedAt = this.#house.now()
  }

  settle(): void {
    this.since = Number.POSITIVE_INFINITY
    this.movedAt = Number.POSITIVE_INFINITY
  }

  leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#house.leave(this)
  }
}
