import type { ModelClient } from '@monotable/model'
import type { AnyModel } from './known-model.ts'

/** An application that can be opened: its model, and something to look at. */
export interface Sample {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly model: AnyModel
  /** Writes the data into the model's tables, which are there and empty. */
  load(client: ModelClient, context: { readonly nowMs: number }): Promise<void>
}
