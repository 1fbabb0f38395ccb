import type { ModelClient } from '@monotable/model'
import type { AnyModel } from './known-model.ts'

/** An application that can be opened as an example: a model with data. */
export interface Sample {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly model: AnyModel
  /** Writes the data into the tables of the model, which exist and are empty. */
  load(client: ModelClient, context: { readonly nowMs: number }): Promise<void>
}
