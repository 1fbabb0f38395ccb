import { type ConditionFailure, isModelError } from '../model-error.ts'
import type { CompiledRequest } from '../writes/compile-action.ts'
import type { WriteAction } from '../writes/write-action.ts'
import { ModelRequest } from './model-request.ts'

/** How a write went: its value, or why its condition failed, with the item that it failed on. */
export type Outcome<Value, Item> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: ConditionFailure['reason']; readonly item: Item | undefined }

/** How a write is made and sent. */
export interface WriteSteps<Value> {
  readonly compile: () => CompiledRequest
  readonly run: () => Promise<Value>
  /** What it does, where that can be done in a batch. */
  readonly plan?: () => WriteAction
}

/** A write. `await` rejects when its condition fails; `outcome()` gives that as a value. */
export class WriteRequest<Value, Item> extends ModelRequest<Value> {
  readonly #plan: (() => WriteAction) | undefined
  /** TypeScript alone sees it. */
  declare protected readonly item: Item

  constructor(steps: WriteSteps<Value>) {
    super(steps)
    this.#plan = steps.plan
  }

  /** Sends the write; a failed condition is a value, and every other failure rejects. */
  async outcome(): Promise<Outcome<Value, Item>> {
    try {
      return { ok: true, value: await this.send() }
    } catch (error) {
      if (!isModelError(error, 'CONDITION_FAILED')) throw error
      return { ok: false, reason: error.details.reason, item: error.details.item as Item | undefined }
    }
  }

  /** What the write does to its item; nothing when it has to be sent on its own. */
  plan(): WriteAction | undefined {
    return this.#plan?.()
  }
}
