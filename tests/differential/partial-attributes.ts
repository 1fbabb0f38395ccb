import { isObject, type Json } from './exchange.ts'
import { canonicalText } from './normal-form.ts'

/** What an update names, and whether it gives back what was there before it. */
export interface NamedPaths {
  readonly isOld: boolean
  readonly text: string
  readonly spellings: (name: string) => readonly string[]
}

/**
 * Whether the attributes that we return for an update equal those of DynamoDB Local, except for attributes that the
 * update changes inside: of those we return only the changed parts, DynamoDB Local the whole.
 */
export function returnsOnlyParts(named: NamedPaths, ours: unknown, theirs: unknown): boolean {
  const [parts, wholes] = [isObject(ours) ? ours : {}, isObject(theirs) ? theirs : {}]
  const names = new Set([...Object.keys(parts), ...Object.keys(wholes)])
  return [...names].every((name) => {
    const [part, whole] = [parts[name], wholes[name]]
    if (canonicalText(part) === canonicalText(whole)) return true
    if (!goesInto(named, name)) return false
    // An attribute that did not exist before has no old value.
    return part === undefined ? named.isOld : isPartOf(part, whole)
  })
}

/** Returns what an UpdateItem names. */
export function pathsOfExpression(input: Json): NamedPaths {
  const names = input['ExpressionAttributeNames']
  const placeholders = Object.entries(isObject(names) ? names : {})
  return {
    isOld: input['ReturnValues'] === 'UPDATED_OLD',
    text: String(input['UpdateExpression']),
    spellings: (name) => [
      name,
      ...placeholders.filter(([, value]) => value === name).map(([placeholder]) => placeholder),
    ],
  }
}

/** Returns what an UPDATE statement names. */
export function pathsOfStatement(text: string): NamedPaths {
  return { isOld: / MODIFIED OLD \*$/.test(text), text, spellings: (name) => [name, `"${name}"`] }
}

/** Whether an update changes something inside an attribute. */
function goesInto({ text, spellings }: NamedPaths, name: string): boolean {
  return spellings(name).some((spelling) => ['.', '['].some((next) => text.includes(spelling + next)))
}

function isPartOf(part: unknown, whole: unknown): boolean {
  if (canonicalText(part) === canonicalText(whole)) return true
  if (Array.isArray(part) && Array.isArray(whole)) return areAmong(part, whole)
  if (!isObject(part) || !isObject(whole)) return false
  return Object.entries(part).every(([name, member]) => isPartOf(member, whole[name]))
}

/** Whether a list contains the elements of another one in the same order. */
function areAmong(part: readonly unknown[], whole: readonly unknown[]): boolean {
  let next = 0
  return part.every((element) => {
    const place = whole.findIndex((candidate, position) => position >= next && isPartOf(element, candidate))
    next = place + 1
    return place >= 0
  })
}
