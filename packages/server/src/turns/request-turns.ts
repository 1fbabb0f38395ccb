import { maxTurnMs, SeparateTurns } from './separate-turns.ts'
import { Turns } from './turns.ts'

/** With this many requests in a turn of the event loop, those of the next turns are answered together. */
const manyRequests = 4

/** The most turns for which requests with possibly long answers wait while connections arrive. */
const maxTurnsHeld = 100

/**
 * How many turns after a body that took long to parse do nothing else that takes long: the body is validated in the
 * second turn and worked on in the fourth, and requests received meanwhile are answered in between.
 */
const turnsOfLarge = 4

/** What is known of a request before it is answered. */
export interface RequestTraits {
  readonly isLarge: boolean
  /** Whether the answer may be long, and if so, whether it is likely to be. */
  readonly mayBeLong: boolean
  readonly isLikelyLong: boolean
}

/**
 * Answers requests together that arrive together. Reading from a socket, answering a request and writing take so much
 * code each that they evict one another from the processor's caches: requests answered one right after the other, once
 * everything that has arrived was read, cost a third less than requests answered between one read and the next.
 *
 * Requests answered together are in memory together. So of those that may take much memory, one is answered before the
 * next begins.
 */
export class RequestTurns {
  readonly #all = new Turns(32)
  /** These give way to nobody: that would make a Query of a hundred items cost a sixth more CPU. */
  readonly #few: SeparateTurns
  readonly #single: SeparateTurns
  readonly #now: () => number
  #received = 0
  #receivedBefore = 0
  /** When the first request of this turn was received. */
  #receivedSince = 0
  /** Whether a long answer was made in this turn, or only connections have arrived since. */
  #wasLong = false
  #connectionAccepted = false
  #turnsHeld = 0
  #turnsOfLarge = 0

  /**
   * Requests that are answered alone begin after those received earlier were answered and, as far as `answersWait`
   * tells, their answers written: otherwise, a request that arrives during a long answer would wait for two more. `now`
   * returns milliseconds from any starting point.
   */
  constructor(answersWait: () => boolean, now: () => number) {
    this.#now = now
    const isHeld = () => this.#wasLong
    const hasPrecedence = () => this.#all.isBusy || answersWait()
    this.#few = new SeparateTurns({ atOnce: 8, isHeld, now })
    const isHeldAlone = () => this.#wasLong || this.#turnsOfLarge > 0
    this.#single = new SeparateTurns({ atOnce: 1, isHeld: isHeldAlone, hasPrecedence, now })
  }

  /**
   * Whether requests arrive together, judging by the last turn, or some that did are still to be processed. For only a
   * few, batching would cost more than it gains.
   */
  get areMany(): boolean {
    return this.#receivedBefore >= manyRequests || this.#all.isBusy
  }

  /** Processes what a connection has received: at once, or together with what others have received. */
  receive(work: () => void): void {
    if (this.#received++ === 0) {
      this.#receivedSince = this.#now()
      setImmediate(this.#endTurn)
    }
    if (this.areMany) this.#all.add(work)
    else work()
  }

  readonly #endTurn = (): void => {
    this.#receivedBefore = this.#received
    this.#received = 0
  }

  /**
   * Whether a request with a possibly long answer has to wait for a turn: when many requests arrive, or, with few, when
   * one of this turn had a long answer or those of this turn took long. Otherwise, all that arrive in one turn would be
   * answered before anything else is received.
   */
  get isTurnTaken(): boolean {
    if (this.areMany || this.#wasLong || this.#few.isBusy) return true
    return this.#received > 1 && this.#now() - this.#receivedSince > maxTurnMs
  }

  /** Answers a request when it is its turn. */
  answer({ isLarge, mayBeLong, isLikelyLong }: RequestTraits, answer: () => void): void {
    if (isLarge) this.#answerLarge(answer)
    else if (mayBeLong && isLikelyLong) this.answerAlone(answer)
    else if (mayBeLong && this.isTurnTaken) this.answerWithFew(answer)
    else answer()
  }

  /** A large body is worked on some turns after it was parsed; those turns, too, do nothing else that takes long. */
  #answerLarge(answer: () => void): void {
    this.answerAlone(() => {
      const since = this.#now()
      answer()
      this.answeredLong()
      if (this.#now() - since <= maxTurnMs) return
      this.#turnsOfLarge = turnsOfLarge
      setImmediate(this.#endTurnOfLarge)
    })
  }

  readonly #endTurnOfLarge = (): void => {
    if (--this.#turnsOfLarge > 0) setImmediate(this.#endTurnOfLarge)
  }

  /** Answers a request with a possibly long answer; only a few of them are answered between reads. */
  answerWithFew(answer: () => void): void {
    this.#few.add(answer)
  }

  /**
   * Called after each long answer. The next request should not wait for several of them, nor should connecting clients:
   * Node accepts one connection per turn.
   */
  answeredLong(): void {
    if (this.#wasLong) return
    this.#wasLong = true
    this.#turnsHeld = 0
    setImmediate(this.#endLongTurn)
  }

  readonly #endLongTurn = (): void => {
    this.#wasLong = this.#connectionAccepted && this.#turnsHeld++ < maxTurnsHeld
    this.#connectionAccepted = false
    if (this.#wasLong) setImmediate(this.#endLongTurn)
  }

  /** Called for each connection, in the turn in which it is accepted. */
  connectionAccepted(): void {
    this.#connectionAccepted = true
  }

  /** Answers a request whose answer is likely to be long by itself. */
  answerAlone(answer: () => void): void {
    this.#single.add(answer)
  }
}
