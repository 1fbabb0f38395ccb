import {
  type ConditionFailure,
  definitionError,
  type HasChildren,
  type LimitExceeded,
  ModelError,
  type ParentMissing,
  type UniqueViolation,
} from '../model-error.ts'
import type { WriteAction } from '../writes/write-action.ts'
import { ModelRequest, type RequestSteps } from './model-request.ts'
import type { WriteJob } from './run-writes.ts'

/**
 * How a write went: its value, or why it was refused, with the item that a condition failed on. Of a transaction,
 * `member` is the place of the write that was refused.
 */
export type Outcome<Value, Item> =
  | { readonly ok: true; readonly value: Value }
  | Refused<Item>
  | (Violation & (UniqueViolation | ParentMissing | HasChildren | LimitExceeded))

/** A condition that failed. */
interface Refused<Item> extends Omit<ConditionFailure, 'item'> {
  readonly ok: false
  readonly item: Item | undefined
}

/** A constraint that a write would have broken. */
interface Violation {
  readonly ok: false
  readonly item?: undefined
}

/** How a write is made and sent. */
export interface WriteSteps<Value> extends RequestSteps<Value> {
  /** What it does, where it can be a member of a transaction. */
  readonly job?: WriteJob
}

/** A write. `await` rejects when its condition fails; `outcome()` gives that as a value. */
export class WriteRequest<Value, Item> extends ModelRequest<Value> {
  readonly #steps: WriteSteps<Value>
  /** TypeScript alone sees it. */
  declare protected readonly item: Item

  constructor(steps: WriteSteps<Value>) {
    super(steps)
    this.#steps = steps
  }

  /** Sends the write; a failed condition is a value, and every other failure rejects. */
  async outcome(): Promise<Outcome<Value, Item>> {
    try {
      return { ok: true, value: await this.send() }
    } catch (error) {
      // What breaks a condition, or a constraint of a relation, says so.
      if (!(error instanceof ModelError && 'reason' in error.details)) throw error
      return { ok: false, ...error.details } as Outcome<Value, Item>
    }
  }

  /** What the write does, for a transaction. */
  get job(): WriteJob {
    const { job } = this.#steps
    if (job !== undefined) return job
    throw definitionError('A transaction cannot be a member of another', 'transact')
  }

  /** What the write does to its item; nothing when it has to read, or to change other items with it. */
  plan(): WriteAction | undefined {
    const step = this.job.plan({ now: this.#steps.context.clock.now(), careful: false }).next()
    return step.done === true && step.value.related.length === 0 ? step.value.main.action : undefined
  }
}
