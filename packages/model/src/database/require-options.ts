import { definitionError } from '../model-error.ts'
import { requireKnown } from '../util/require-known.ts'

/** Refuses options of a call that do not exist. */
export function requireOptions(options: object, ...known: readonly string[]): void {
  requireKnown(options, known, (name) => definitionError(`There is no option "${name}"`, name))
}
