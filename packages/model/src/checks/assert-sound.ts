import type { Model } from '../model.ts'
import { type CheckOptions, check } from './check-model.ts'
import { describeFindings } from './describe-findings.ts'

/** Options of the assertion. */
export interface SoundOptions extends CheckOptions {
  /** Whether warnings count as errors. */
  readonly strict?: boolean
}

/**
 * Throws an error that lists everything wrong with a model, if anything is: for a test of your own.
 *
 * @example
 * import { model, shape, table } from '@monotable/model'
 * const app = table('App', { key: { pk: 'PK' } })
 * const Note = app.entity('Note', { schema: shape<{ id: string }>(), key: { pk: 'NOTE#{id}' } })
 * const Draft = app.entity('Draft', { schema: shape<{ id: string }>(), key: { pk: 'NOTE#{id}' } })
 * assertSound(model({ entities: { Note, Draft } }))
 * // throws The model has 1 finding:…keys-collide…
 */
export function assertSound(model: Pick<Model, 'entities' | 'patterns'>, options: SoundOptions = {}): void {
  const { findings } = check(model, options)
  const wrong = options.strict === true ? findings : findings.filter(({ severity }) => severity === 'error')
  if (wrong.length === 0) return
  const count = `${wrong.length} ${wrong.length === 1 ? 'finding' : 'findings'}`
  throw new Error(`The model has ${count}:\n\n${describeFindings(wrong)}`)
}
