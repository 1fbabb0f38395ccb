import { definitionError } from '../model-error.ts'

/**
 * Refuses options that a declaration or a call does not take: it would ignore them. `known`: the names of those that it
 * takes, with a space between; nearly all calls have none, and should not pay for a list.
 */
export function requireOptions(what: string, given: object, known: string): void {
  for (const name of Object.keys(given)) {
    if (known.split(' ').includes(name)) continue
    throw definitionError(`${what} has no option "${name}"; it takes ${known.replaceAll(' ', ', ')}`, name)
  }
}

/** Refuses a value of another kind than is wanted under a name. `mark`: a member that all of the kind have. */
export function requireKind(name: string, wanted: string, mark: unknown): void {
  if (mark === undefined) throw definitionError(`"${name}" is not ${wanted}`, name)
}
