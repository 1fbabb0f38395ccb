import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type AnyEntity, isModel, type Model, model } from '@monotable/model'
import { ConfigurationError } from '@monotable/server'
import { importFileAnew, type Module } from './import-file.ts'
import { loadFile } from './load-file.ts'

/** A model, and the file that declares it. */
export interface LoadedModel {
  /** The absolute path of the file. */
  readonly file: string
  readonly model: Model
}

type AnyPattern = Model['patterns'][string]
type Named<Value> = { readonly [name: string]: Value }

/**
 * Loads the model that a file exports: a value made by `model(…)`, or else the exported entities and patterns, by their
 * export names. The file is read anew each time.
 */
export async function loadModel(path: string): Promise<LoadedModel> {
  const file = resolve(path)
  if (!existsSync(file)) {
    throw new ConfigurationError(`There is no file ${file}. Name the file that exports your model.`)
  }
  return { file, model: modelIn(await loadFile(file, importFileAnew), file) }
}

function modelIn(exported: Module, file: string): Model {
  const values = valuesOf(exported)
  const models = [...new Set(Object.values(values).filter(isModel))]
  const [only] = models
  if (only !== undefined && models.length === 1) return only
  const found =
    models.length === 0
      ? { entities: pick(values, isEntity), patterns: pick(values, isPattern) }
      : { entities: merge(models, 'entities', file), patterns: merge(models, 'patterns', file) }
  if (Object.keys(found.entities).length > 0) return model(found)
  const names = Object.keys(values).join(', ')
  const what = names === '' ? 'exports nothing' : `exports no model and no entity, only ${names}`
  throw new ConfigurationError(
    `${file} ${what}. Export one: export const app = model({ entities: { … }, patterns: { … } })`,
  )
}

/**
 * Returns the exports of a module, the default first. CommonJS exports sometimes appear only as members of the default.
 */
function valuesOf(exported: Module): Module {
  const { default: whole, ...named } = exported
  if (whole === undefined) return named
  const holdsExports = typeof whole === 'object' && whole !== null && !isModel(whole) && !isEntity(whole)
  return holdsExports && !isPattern(whole) ? { ...whole, ...named } : { default: whole, ...named }
}

function isEntity(value: unknown): value is AnyEntity {
  return isObject(value) && isObject(value['definition']) && 'query' in value
}

function isPattern(value: unknown): value is AnyPattern {
  return isObject(value) && ['query', 'scan', 'collect'].includes(value['kind'] as string)
}

function isObject(value: unknown): value is Module {
  return typeof value === 'object' && value !== null
}

function pick<Value>(values: Module, is: (value: unknown) => value is Value): Named<Value> {
  const entries = Object.entries(values).filter((entry): entry is [string, Value] => is(entry[1]))
  return Object.fromEntries(entries)
}

function merge<Kind extends 'entities' | 'patterns'>(
  models: readonly Model[],
  kind: Kind,
  file: string,
): Model[Kind] {
  const merged = new Map<string, unknown>()
  for (const [name, value] of models.flatMap((one) => Object.entries<unknown>(one[kind]))) {
    if (merged.has(name) && merged.get(name) !== value) {
      const one = kind === 'entities' ? 'entity' : 'pattern'
      throw new ConfigurationError(
        `${file} exports several models, and two of them have ${one} ${name}. Rename one, or export one model only.`,
      )
    }
    merged.set(name, value)
  }
  return Object.fromEntries(merged) as Model[Kind]
}
