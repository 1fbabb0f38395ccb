import { definitionError } from '../model-error.ts'
import { requireKnown } from '../util/require-known.ts'

/** Refuses options that a call does not take: it would ignore them. */
export function requireOptions(options: object, ...known: readonly string[]): void {
  requireKnown(options, known, (name) =>
    definitionError(`There is no option "${name}"; the call takes ${known.join(', ')}`, name),
  )
}
