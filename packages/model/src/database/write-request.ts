import {
  type ConditionFailure,
  type HasChildren,
  type LimitExceeded,
  ModelError,
  type ParentMissing,
  type UniqueViolation,
} from '../model-error.ts'
import type { WriteAction } from '../writes/write-action.ts'
import { ModelRequest, type RequestSteps } from './model-request.ts'
import { requireMembers } from './require-members.ts'
import type { WriteJob } from './run-writes.ts'

/**
 * The outcome of a write: its value, or why it was refused, with the item that failed the condition. In a transaction,
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

/** A constraint that the write would have violated. */
interface Violation {
  readonly ok: false
  readonly item?: undefined
}

/** How a write is made and sent. */
export interface WriteSteps<Value> extends RequestSteps<Value> {
  /** What the write does, if it can be a member of a transaction. */
  readonly job?: WriteJob
}

/** A request that writes. `await` rejects when its condition fails; `outcome()` returns that as a value. */
export class WriteRequest<Value, Item> extends ModelRequest<Value> {
  readonly #steps: WriteSteps<Value>
  /** For the type checker only; has no value. */
  declare protected readonly item: Item

  constructor(steps: WriteSteps<Value>) {
    super(steps)
    this.#steps = steps
  }

  /** Sends the write. A failed condition is returned as a value; any other failure rejects. */
  async outcome(): Promise<Outcome<Value, Item>> {
    try {
      return { ok: true, value: await this.send() }
    } catch (error) {
      // Errors with a `reason` are failed conditions and violated constraints.
      if (!(error instanceof ModelError && 'reason' in error.details)) throw error
      return { ok: false, ...error.details } as Outcome<Value, Item>
    }
  }

  /** What the write does, for a transaction; a transaction itself is no member of another. */
  get job(): WriteJob | undefined {
    return this.#steps.job
  }

  /** Returns what the write does to its item; `undefined` when it has to read first, or changes other items too. */
  plan(): WriteAction | undefined {
    const step = this.job?.plan({ now: this.#steps.context.clock.now(), careful: false }).next()
    return step?.done === true && step.value.related.length === 0 ? step.value.main.action : undefined
  }
}

/** Returns what several writes do; refuses reads, and transactions. */
export function jobsOf(requests: readonly WriteRequest<unknown, unknown>[]): readonly WriteJob[] {
  return requireMembers(requests, 'job', 'put(item)').map(({ job }) => job as WriteJob)
}
