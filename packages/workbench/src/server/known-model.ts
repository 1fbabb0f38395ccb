import type { Model, ModelClient } from '@monotable/model'
import { type CheckReport, check } from '@monotable/model/check'
import { describeModel, type ModelDescription } from '@monotable/model/outputs'
import type { ExpectationStore } from './expectation-store.ts'

/** The parts of a model that the workbench uses, whichever copy of the package made it. */
export interface AnyModel extends Pick<Model, 'entities' | 'patterns'> {
  connect(client: ModelClient): object
}

/** A model that was declared, not guessed. */
export interface KnownModel {
  readonly source: 'file' | 'sample'
  readonly model: AnyModel
  readonly description: ModelDescription
  /** Absent if the check failed. */
  readonly report: CheckReport | undefined
  readonly expectations: ExpectationStore | undefined
}

/** Describes and checks a declared model. */
export function knowModel(
  source: KnownModel['source'],
  model: AnyModel,
  expectations?: ExpectationStore,
): KnownModel {
  return { source, model, description: describeModel(model), report: checkSafely(model), expectations }
}

/** Checks a model. It can be shown even if the check fails. */
function checkSafely(model: AnyModel): CheckReport | undefined {
  try {
    return check(model)
  } catch {
    return undefined
  }
}

/** The source of a model that may change while it is viewed: a file. */
export interface ModelSource {
  /** The file name, for people. */
  readonly file: string
  current(): LoadedModel
  /** Calls back when the model has changed; returns a function that stops this. */
  watch(listener: () => void): () => void
}

/** The state of a source: the last model that could be loaded, and what has been wrong with the file since. */
export interface LoadedModel {
  readonly model: AnyModel | undefined
  readonly error?: string | undefined
  readonly expectations?: ExpectationStore | undefined
}
