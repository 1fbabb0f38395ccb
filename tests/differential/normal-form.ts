import { canonicalizeNumber } from '@monotable/protocol'
import { isObject } from './exchange.ts'

/** Returns JSON text that is the same for equal values: members in one order, sets sorted, numbers normalised. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(normalForm(value))
}

/**
 * Returns a copy in which everything that has no order in DynamoDB is sorted. Numbers are normalised here because
 * DynamoDB Local keeps numbers inside lists and maps as they were written.
 */
export function normalForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalForm)
  if (!isObject(value)) return value
  const object: { [name: string]: unknown } = Object.create(null)
  for (const name of Object.keys(value).sort()) object[name] = normalMember(name, value[name])
  return object
}

function normalMember(name: string, value: unknown): unknown {
  if (name === 'N' && typeof value === 'string') return normalNumber(value)
  if (!Array.isArray(value)) return normalForm(value)
  if (name === 'NS') return value.map((member) => normalNumber(String(member))).sort()
  return name === 'SS' || name === 'BS' ? [...value].sort() : value.map(normalForm)
}

function normalNumber(text: string): string {
  try {
    return canonicalizeNumber(text)
  } catch {
    return text
  }
}

/** Sorts values whose order means nothing. */
export function unordered(values: unknown): unknown {
  if (!Array.isArray(values)) return values
  return values
    .map((value) => [canonicalText(value), value] as const)
    .sort(byText)
    .map(([, value]) => value)
}

function byText([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : Number(left > right)
}

/** Returns the places at which two values differ, as paths without indexes or attribute names. */
export function differingPlaces(left: unknown, right: unknown, path = ''): string[] {
  if (canonicalText(left) === canonicalText(right)) return []
  if (isObject(left) && isObject(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)])
    return [...names].flatMap((name) =>
      differingPlaces(left[name], right[name], `${path}.${placeName(name)}`),
    )
  }
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    return left.flatMap((member, index) => differingPlaces(member, right[index], `${path}[]`))
  }
  if (left === undefined) return [`${path} missing here`]
  return [right === undefined ? `${path} missing there` : path]
}

/** Keeps the names of members in AWS's own shapes and replaces names that users choose. */
function placeName(name: string): string {
  return /^[A-Z]/.test(name) ? name : '*'
}
