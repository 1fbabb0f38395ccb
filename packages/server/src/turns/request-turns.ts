import { maxTurnMs, SeparateTurns } from './separate-turns.ts'
import { Turns } from './turns.ts'

/** From so many requests in a turn of the event loop on, those of the next turns are answered together. */
const manyRequests = 4

/** For so many turns at most those whose answers may be long wait for connections that come. */
const maxTurnsHeld = 100

/**
 * After a body that took long to parse so many turns have nothing else that is long: it is validated in the second and
 * worked on in the fourth, and what was heard meanwhile is answered in those between.
 */
const turnsOfLarge = 4

/** What is known of a request before it is answered. */
export interface Asked {
  readonly isLarge: boolean
  /** Whether its answer may be long, and whether it is likely to be if it may. */
  readonly mayBeLong: boolean
  readonly isLikelyLong: boolean
}

/**
 * Has requests answered together that come together. To read from a socket, to answer a request and to write are so much
 * code each that they drive one another out of the processor's caches: requests that are answered one right after the
 * other, once all that has come was read, cost a third less than those that are answered between one read and the next.
 *
 * What is answered together is in memory together. So of those that may take much one is answered before the next begins.
 */
export class RequestTurns {
  readonly #all = new Turns(32)
  /** These give way to nobody: a Query of a hundred items would cost a sixth more CPU. */
  readonly #few: SeparateTurns
  readonly #single: SeparateTurns
  readonly #now: () => number
  #heard = 0
  #heardBefore = 0
  /** When the first of this turn was heard. */
  #heardSince = 0
  /** Whether a long answer was made in this turn, or nothing but connections has come since. */
  #wasLong = false
  #connectionCame = false
  #turnsHeld = 0
  #turnsOfLarge = 0

  /**
   * What is answered alone begins after what was heard is answered and, as far as `answersWait` tells, these answers are
   * written: what comes while a long answer is made would otherwise wait for two more. `now` gives milliseconds from any
   * start.
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
   * Whether requests come together, as far as the last turn tells, or some that did are still to be looked at. For a few
   * it would cost more than it gains.
   */
  get areMany(): boolean {
    return this.#heardBefore >= manyRequests || this.#all.isBusy
  }

  /** Has something looked at that a connection has received: at once, or with what others have received. */
  hear(look: () => void): void {
    if (this.#heard++ === 0) {
      this.#heardSince = this.#now()
      setImmediate(this.#endTurn)
    }
    if (this.areMany) this.#all.add(look)
    else look()
  }

  readonly #endTurn = (): void => {
    this.#heardBefore = this.#heard
    this.#heard = 0
  }

  /**
   * Whether one that may be answered at length is to wait for a turn: when many ask, and when few do, but one of this turn
   * was answered so, or those of this turn have taken long. All that come in one turn would otherwise be answered before
   * anything else is heard.
   */
  get isTurnTaken(): boolean {
    if (this.areMany || this.#wasLong || this.#few.isBusy) return true
    return this.#heard > 1 && this.#now() - this.#heardSince > maxTurnMs
  }

  /** Has a request answered when it is its turn. */
  answer({ isLarge, mayBeLong, isLikelyLong }: Asked, answer: () => void): void {
    if (isLarge) this.#answerLarge(answer)
    else if (mayBeLong && isLikelyLong) this.answerAlone(answer)
    else if (mayBeLong && this.isTurnTaken) this.answerWithFew(answer)
    else answer()
  }

  /** What is done with a large body once it is parsed is done later: these turns, too, have nothing else that is long. */
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

  /** Has a request answered whose answer may be long, with few others between what is read. */
  answerWithFew(answer: () => void): void {
    this.#few.add(answer)
  }

  /**
   * Is told of each answer that was long. Whoever comes next is not to wait for several of them, nor who connects: Node
   * accepts one connection a turn.
   */
  answeredLong(): void {
    if (this.#wasLong) return
    this.#wasLong = true
    this.#turnsHeld = 0
    setImmediate(this.#goOn)
  }

  readonly #goOn = (): void => {
    this.#wasLong = this.#connectionCame && this.#turnsHeld++ < maxTurnsHeld
    this.#connectionCame = false
    if (this.#wasLong) setImmediate(this.#goOn)
  }

  /** Is told of each connection, in the turn in which it is accepted. */
  connectionCame(): void {
    this.#connectionCame = true
  }

  /** Has a request answered whose answer is likely to be long by itself. */
  answerAlone(answer: () => void): void {
    this.#single.add(answer)
  }
}
