import type { JournalFrame } from '@monotable/storage-files'
import type { JournalMark } from '../file/store-format.ts'
import type { Journal, JournalPart } from './journal.ts'

/**
 * Two journals that are written in turn: while the data file takes in what one has, the other is written. What they hold
 * goes on from one to the other.
 */
export class JournalPair {
  #current: Journal
  #other: Journal

  constructor(first: Journal, second: Journal) {
    this.#current = first
    this.#other = second
  }

  get isEmpty(): boolean {
    return this.#current.isEmpty && this.#other.isEmpty
  }

  /** Makes durable what both hold. */
  secure(): void {
    this.#current.secure()
    this.#other.secure()
  }

  /** All frames that the data file may lack, those that it `has` perhaps among them. */
  *frames(has: JournalMark): Generator<JournalFrame> {
    let last: number | undefined
    for (const journal of this.#inOrder()) {
      const end: number | undefined = yield* journal.frames(has, last)
      // Old frames end anywhere where the first new ones over them were lost; the other journal goes on from the data file.
      if (end !== undefined && end > has.applied) last = end
    }
  }

  #inOrder(): [older: Journal, newer: Journal] {
    const [a, b] = [this.#current, this.#other]
    return a.firstNumber() < b.firstNumber() ? [a, b] : [b, a]
  }

  /** Goes on behind the frames, all of which have been read; gives where they stand, the older ones first. */
  goOn(): [older: JournalPart, newer: JournalPart] {
    const inOrder = this.#inOrder()
    ;[this.#other, this.#current] = inOrder
    for (const journal of inOrder) journal.cutBehind()
    return [this.#other.part, this.part]
  }

  append(frame: JournalFrame): void {
    this.#current.append(frame)
  }

  sync(): Promise<void> | undefined {
    return this.#current.sync()
  }

  /** Takes back what was written from a place on, which the disk has perhaps not got. */
  cut(start: number): void {
    this.#current.cut(start)
  }

  /** How much has been written since the last turn. */
  get bytes(): number {
    return this.#current.bytes
  }

  /** The same, as where it stands. */
  get part(): JournalPart {
    return this.#current.part
  }

  /** Makes sure that what was written, and what will be, is to be found under its names. */
  requireThere(): void {
    this.#current.requireThere()
    this.#other.requireThere()
  }

  /** Whether both are gone. */
  get isRemoved(): boolean {
    return this.#current.isRemoved && this.#other.isRemoved
  }

  /** Goes on in the other one, all of which the data file has, durably. All that was appended has to be durable. */
  turn(): void {
    this.#other.restart()
    ;[this.#current, this.#other] = [this.#other, this.#current]
  }

  /** Begins anew: the data file has everything, durably. */
  empty(): void {
    this.#current.empty()
    this.#other.empty()
  }

  close(): void {
    this.#current.close()
    this.#other.close()
  }
}
