import type { AttributeMap, AttributeType, AttributeValue } from '@monotable/protocol'
import { attributeTypeOf, compareScalars, valuesEqual } from '@monotable/protocol'
import { type Path, valueAt } from './document.ts'

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** An operand: a path, a value, or the size of the value at a path. */
export type Term =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'size'; readonly path: Path }

/** What a condition means; generators draw meanings, and expressions are written from them. */
export type Meaning =
  | { readonly kind: 'and' | 'or'; readonly left: Meaning; readonly right: Meaning }
  | { readonly kind: 'not'; readonly inner: Meaning }
  | { readonly kind: 'compare'; readonly comparator: Comparator; readonly left: Term; readonly right: Term }
  | { readonly kind: 'between'; readonly term: Term; readonly low: Term; readonly high: Term }
  | { readonly kind: 'in'; readonly term: Term; readonly candidates: readonly Term[] }
  | { readonly kind: 'exists' | 'missing'; readonly path: Path }
  | { readonly kind: 'type'; readonly path: Path; readonly type: AttributeType }
  | { readonly kind: 'begins' | 'contains'; readonly path: Path; readonly term: Term }

/** Whether a condition holds, by the wording of DynamoDB's documentation. */
export function holds(meaning: Meaning, item: AttributeMap): boolean {
  const read = (term: Term) => readTerm(term, item)
  switch (meaning.kind) {
    case 'and':
      return holds(meaning.left, item) && holds(meaning.right, item)
    case 'or':
      return holds(meaning.left, item) || holds(meaning.right, item)
    case 'not':
      return !holds(meaning.inner, item)
    case 'compare':
      return compare(meaning.comparator, read(meaning.left), read(meaning.right))
    case 'between':
      return (
        compare('>=', read(meaning.term), read(meaning.low)) &&
        compare('<=', read(meaning.term), read(meaning.high))
      )
    case 'in':
      return meaning.candidates.some((candidate) => compare('=', read(meaning.term), read(candidate)))
    case 'exists':
      return valueAt(item, meaning.path) !== undefined
    case 'missing':
      return valueAt(item, meaning.path) === undefined
    case 'type': {
      const value = valueAt(item, meaning.path)
      return value !== undefined && attributeTypeOf(value) === meaning.type
    }
    case 'begins':
      return begins(valueAt(item, meaning.path), read(meaning.term))
    case 'contains':
      return contains(valueAt(item, meaning.path), read(meaning.term))
  }
}

/** Returns the attributes that a condition reads. */
export function attributesOf(meaning: Meaning): string[] {
  const nameOf = (term: Term) => (term.kind === 'value' ? [] : [term.path[0]])
  switch (meaning.kind) {
    case 'and':
    case 'or':
      return [...attributesOf(meaning.left), ...attributesOf(meaning.right)]
    case 'not':
      return attributesOf(meaning.inner)
    case 'compare':
      return [...nameOf(meaning.left), ...nameOf(meaning.right)]
    case 'between':
      return [meaning.term, meaning.low, meaning.high].flatMap(nameOf)
    case 'in':
      return [meaning.term, ...meaning.candidates].flatMap(nameOf)
    default:
      return [meaning.path[0]]
  }
}

function readTerm(term: Term, item: AttributeMap): AttributeValue | undefined {
  if (term.kind === 'value') return term.value
  const value = valueAt(item, term.path)
  if (term.kind === 'path' || value === undefined) return value
  const size = sizeOf(value)
  return size === undefined ? undefined : { N: String(size) }
}

function sizeOf(value: AttributeValue): number | undefined {
  if ('S' in value) return value.S.length
  if ('B' in value) return Buffer.from(value.B, 'base64').length
  if ('M' in value) return Object.keys(value.M).length
  const [members] = Object.values(value) as unknown[]
  return Array.isArray(members) ? members.length : undefined
}

function compare(comparator: Comparator, left?: AttributeValue, right?: AttributeValue): boolean {
  // A missing operand is unequal to everything, and all other comparisons with it are false.
  if (left === undefined || right === undefined) return comparator === '<>'
  if (comparator === '=') return valuesEqual(left, right)
  if (comparator === '<>') return !valuesEqual(left, right)
  const type = attributeTypeOf(left)
  if (type !== attributeTypeOf(right) || !['S', 'N', 'B'].includes(type)) return false
  const order = compareScalars(left, right)
  if (comparator === '<') return order < 0
  if (comparator === '<=') return order <= 0
  return comparator === '>' ? order > 0 : order >= 0
}

function begins(value?: AttributeValue, prefix?: AttributeValue): boolean {
  if (value === undefined || prefix === undefined) return false
  if ('S' in value && 'S' in prefix) return value.S.startsWith(prefix.S)
  return 'B' in value && 'B' in prefix && hexOf(value.B).startsWith(hexOf(prefix.B))
}

function contains(whole?: AttributeValue, part?: AttributeValue): boolean {
  if (whole === undefined || part === undefined) return false
  if ('S' in whole && 'S' in part) return whole.S.includes(part.S)
  if ('B' in whole && 'B' in part)
    return Buffer.from(whole.B, 'base64').includes(Buffer.from(part.B, 'base64'))
  if ('L' in whole) return whole.L.some((element) => valuesEqual(element, part))
  if ('SS' in whole && 'S' in part) return whole.SS.includes(part.S)
  if ('NS' in whole && 'N' in part) return whole.NS.some((member) => valuesEqual({ N: member }, part))
  return 'BS' in whole && 'B' in part && whole.BS.includes(part.B)
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}
