import { isObject, type Json } from './exchange.ts'
import { canonicalText } from './normal-form.ts'

/**
 * Whether the attributes that we return for an update equal those of DynamoDB Local, except for attributes that the
 * update changes inside: of those we return only the changed parts, DynamoDB Local the whole.
 */
export function returnsOnlyParts(input: Json, ours: unknown, theirs: unknown): boolean {
  const [parts, wholes] = [attributesOf(ours), attributesOf(theirs)]
  const names = new Set([...Object.keys(parts), ...Object.keys(wholes)])
  return [...names].every((name) => {
    const [part, whole] = [parts[name], wholes[name]]
    if (canonicalText(part) === canonicalText(whole)) return true
    if (!goesInto(input, name)) return false
    // An attribute that did not exist before has no old value.
    return part === undefined ? input['ReturnValues'] === 'UPDATED_OLD' : isPartOf(part, whole)
  })
}

function attributesOf(body: unknown): Json {
  const attributes = isObject(body) ? body['Attributes'] : undefined
  return isObject(attributes) ? attributes : {}
}

/** Whether an update changes something inside an attribute. */
function goesInto({ UpdateExpression: text, ExpressionAttributeNames: names }: Json, name: string): boolean {
  const placeholders = Object.entries(isObject(names) ? names : {}).filter(([, value]) => value === name)
  const spellings = [name, ...placeholders.map(([placeholder]) => placeholder)]
  return spellings.some((spelling) => ['.', '['].some((next) => String(text).includes(spelling + next)))
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
