import { validationError } from '@monotable/protocol'

/** Lambda says no more than this; we add what is wrong and where. */
const prefix = 'Invalid filter pattern definition.'

/** Returns the error for an invalid filter pattern. */
export function filterError(reason: string, path: readonly string[] = []): Error {
  const place = path.length === 0 ? '' : ` at ${path.join('.')}`
  return validationError(`${prefix} ${reason}${place}`)
}
