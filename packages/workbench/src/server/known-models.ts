import type { TableModel, WorkbenchState } from '../shared/api.ts'
import { describeTableModel } from './describe-table-model.ts'
import { type KnownModel, knowModel, type LoadedModel, type ModelSource } from './known-model.ts'
import type { Sample } from './sample.ts'

const maxImported = 50

/** The declared models: of the model file, of imported files and of samples, in this order of precedence. */
export class KnownModels {
  readonly #source: ModelSource | undefined
  readonly #samples: readonly Sample[]
  /** Models of imported files, newest first. */
  readonly #imported: KnownModel[] = []
  readonly #ofSamples = new Map<string, KnownModel>()
  readonly #described = new WeakMap<KnownModel, Map<string, TableModel>>()
  #loaded: LoadedModel | undefined
  #ofFile: KnownModel | undefined
  /** What is wrong with a model that was loaded but cannot be used. */
  #error: string | undefined

  constructor(source: ModelSource | undefined, samples: readonly Sample[]) {
    this.#source = source
    this.#samples = samples
  }

  /** Returns the declared model that contains a table. */
  find(table: string): KnownModel | undefined {
    const ofFile = this.#fileModel()
    if (ofFile !== undefined && hasTable(ofFile, table)) return ofFile
    const imported = this.#imported.find((known) => hasTable(known, table))
    if (imported !== undefined) return imported
    return this.#samples.map((sample) => this.#sampleModel(sample)).find((known) => hasTable(known, table))
  }

  /** Adds the model of an imported file. */
  add(known: KnownModel): void {
    this.#imported.unshift(known)
    this.#imported.splice(maxImported)
  }

  /** Describes a table that has a declared model to the page; cached, since every observed request needs it. */
  describe(table: string): TableModel | undefined {
    const known = this.find(table)
    if (known === undefined) return undefined
    const described = this.#described.get(known) ?? new Map<string, TableModel>()
    this.#described.set(known, described)
    const model = described.get(table) ?? describeTableModel(known, table)
    described.set(table, model)
    return model
  }

  get file(): Pick<WorkbenchState, 'modelFile' | 'modelError' | 'modelTables'> {
    if (this.#source === undefined) return {}
    const known = this.#fileModel()
    const error = this.#source.current().error ?? this.#error
    return {
      modelFile: this.#source.file,
      ...(error !== undefined && { modelError: error }),
      ...(known !== undefined && { modelTables: known.description.tables.map(({ name }) => name) }),
    }
  }

  /** The model of the file, if one could be loaded. */
  get ofFile(): KnownModel | undefined {
    return this.#fileModel()
  }

  watch(listener: () => void): () => void {
    return this.#source?.watch(listener) ?? (() => {})
  }

  #fileModel(): KnownModel | undefined {
    const loaded = this.#source?.current()
    if (loaded === this.#loaded) return this.#ofFile
    this.#loaded = loaded
    this.#error = undefined
    if (loaded?.model === undefined) return this.#ofFile
    try {
      this.#ofFile = knowModel('file', loaded.model, loaded.expectations)
    } catch (error) {
      this.#error = (error as Error).message
    }
    return this.#ofFile
  }

  #sampleModel(sample: Sample): KnownModel {
    const known = this.#ofSamples.get(sample.name) ?? knowModel('sample', sample.model)
    this.#ofSamples.set(sample.name, known)
    return known
  }
}

function hasTable({ description }: KnownModel, table: string): boolean {
  return description.tables.some(({ name }) => name === table)
}
