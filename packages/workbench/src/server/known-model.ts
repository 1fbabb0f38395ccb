import type { Model, ModelClient } from '@monotable/model'
import { type CheckReport, check } from '@monotable/model/check'
import { describeModel, type ModelDescription } from '@monotable/model/outputs'
import type { ExpectationStore } from './expectation-store.ts'

/** A model as the workbench takes it: whatever copy of the package has made it. */
export interface AnyModel extends Pick<Model, 'entities' | 'patterns'> {
  connect(client: ModelClient): object
}

/** A model that was declared, rather than guessed. */
export interface KnownModel {
  readonly source: 'file' | 'sample'
  readonly model: AnyModel
  readonly description: ModelDescription
  /** Nothing where looking at the model failed. */
  readonly report: CheckReport | undefined
  readonly expectations: ExpectationStore | undefined
}

/** Looks at a declared model: what it is, and what is wrong or dear in it. */
export function knowModel(
  source: KnownModel['source'],
  model: AnyModel,
  expectations?: ExpectationStore,
): KnownModel {
  return { source, model, description: describeModel(model), report: checkSafely(model), expectations }
}

/** What is shown of a model does not depend on whether everything of it can be judged. */
function checkSafely(model: AnyModel): CheckReport | undefined {
  try {
    return check(model)
  } catch {
    return undefined
  }
}

/** Where a model comes from that may change while it is looked at: a file. */
export interface ModelSource {
  /** The file, for people. */
  readonly file: string
  current(): LoadedModel
  /** Calls back when it has changed; gives the function that ends it. */
  watch(listener: () => void): () => void
}

/** What a source has: the last model that could be loaded, and what is wrong with the file since. */
export interface LoadedModel {
  readonly model: AnyModel | undefined
  readonly error?: string | undefined
  readonly expectations?: ExpectationStore | undefined
}
