import { definitionError } from '../model-error.ts'

/**
 * Refuses requests to send together that are of another kind, or no requests at all: keys, items, or what was awaited
 * already. `mark`: a member that all of the kind have.
 */
export function requireMembers<Request>(
  requests: readonly Request[],
  mark: keyof Request & string,
  example: string,
): readonly Request[] {
  if (Array.isArray(requests) && requests.every((one) => Object(one)[mark])) return requests
  throw definitionError(`Expected a list of requests such as db.User.${example}, none of them awaited`, mark)
}
