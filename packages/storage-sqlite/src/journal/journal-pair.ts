import type { JournalFrame } from '@monotable/storage-files'
import type { JournalMark } from '../file/store-format.ts'
import type { Journal, JournalPart } from './journal.ts'

/**
 * Two journals that are written in turn: while the data file takes in the contents of one, new frames go to the other.
 * The numbers of the frames continue from one to the other.
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

  /** Makes the contents of both journals durable. */
  secure(): void {
    this.#current.secure()
    this.#other.secure()
  }

  /** Yields all frames that the data file may lack; frames that it already `has` may be among them. */
  *frames(has: JournalMark): Generator<JournalFrame> {
    let last: number | undefined
    const inOrder = this.#inOrder()
    for (const journal of inOrder) {
      const end: number | undefined = yield* journal.frames(has, last)
      // A journal of old frames can end anywhere if the first new frames over them were lost; then the other journal
      // continues from the data file. What is left of the new frames may say that those in the other journal were
      // durable, so nothing is known to be missing before both were read.
      if (end !== undefined && end > has.applied) last = end
    }
    for (const journal of inOrder) journal.requireEnd(has.store, last ?? has.applied)
  }

  #inOrder(): [older: Journal, newer: Journal] {
    const [a, b] = [this.#current, this.#other]
    return a.firstNumber() < b.firstNumber() ? [a, b] : [b, a]
  }

  /**
   * Continues behind the existing frames, all of which must have been read; returns where they are, the older ones
   * first.
   */
  continueBehind(): [older: JournalPart, newer: JournalPart] {
    const inOrder = this.#inOrder()
    ;[this.#other, this.#current] = inOrder
    this.#other.cutBehind()
    // On a full disk there is no other room for removals.
    this.#current.blankBehind()
    return [this.#other.part, this.part]
  }

  /**
   * Appends a frame. A frame with puts leaves room behind it for the removal of all puts in both journals: if the data
   * file has no room for them, removing them is what helps.
   */
  append(frame: JournalFrame): void {
    this.#current.append(frame, this.#other.removalBytes)
  }

  sync(): Promise<void> | undefined {
    return this.#current.sync()
  }

  /** Takes back what was written from `start` on, which the disk may not have. */
  cut(start: number): void {
    this.#current.cut(start)
  }

  /** How many bytes have been written since the last swap. */
  get bytes(): number {
    return this.#current.bytes
  }

  /** The bytes written since the last swap, as a part of their file. */
  get part(): JournalPart {
    return this.#current.part
  }

  /** Makes sure that both journals are still found under their names. */
  requireThere(): void {
    this.#current.requireThere()
    this.#other.requireThere()
  }

  /** Whether both files were removed. */
  get isRemoved(): boolean {
    return this.#current.isRemoved && this.#other.isRemoved
  }

  /**
   * Switches to the other journal, whose contents the data file must have durably. Everything appended to the current
   * one must be durable. A file of up to `keptBytes` keeps its room for reuse.
   */
  swap(keptBytes: number): void {
    this.#other.restart(keptBytes)
    ;[this.#current, this.#other] = [this.#other, this.#current]
  }

  /** Empties both journals: the data file has everything durably. */
  empty(): void {
    this.#current.empty()
    this.#other.empty()
  }

  close(): void {
    this.#current.close()
    this.#other.close()
  }
}
