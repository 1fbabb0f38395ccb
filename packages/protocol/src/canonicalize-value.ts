import type { AttributeMap, AttributeType, AttributeValue } from './attribute-value.ts'
import { base64Length, base64Of } from './base64.ts'
import { canonicalizeNumber } from './canonicalize-number.ts'
import { canonicalizeBinarySet, canonicalizeNumberSet, canonicalizeStringSet } from './canonicalize-set.ts'
import { ATTRIBUTE_NAME_MAX_BYTES, NESTING_MAX_LEVELS } from './limits.ts'
import { numberSizeBytes } from './number-size-bytes.ts'
import { getOwn, hasOwn, setOwn, valuesOf } from './own-property.ts'
import { utf8Length } from './utf8-length.ts'
import { ValueError } from './value-error.ts'
import { CONTAINER_BYTES, ELEMENT_BYTES } from './value-size-bytes.ts'
import { wellFormedText } from './well-formed-text.ts'

type RawObject = { readonly [name: string]: unknown }

/** What is determined about an item or value while traversing it. */
interface Tally {
  sizeBytes: number
  /** Whether a nested map has an attribute with an empty name; reported only if nothing else is wrong. */
  emptyName: boolean
}

const EMPTY_VALUE = 'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes'
const SEVERAL_TYPES =
  'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes'
const NULL_NOT_TRUE =
  'One or more parameter values were invalid: Null attribute value types must have the value of true'
const TOO_DEEP =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'
const EMPTY_NAME = 'Empty attribute name'
const NAME_TOO_LONG = 'Attribute name is too large, must be less than 65536 bytes'

/**
 * Checks a value and returns its canonical form, which shares nothing with the input. The types of its properties
 * have already been checked (`S` is a string, `L` an array …); any other mistake is a `ValueError`. Binary may be
 * given as bytes.
 *
 * @example
 * canonicalizeValue({ NS: ['1.50', '-2'] }) // { NS: ['-2', '1.5'] }
 */
export function canonicalizeValue(raw: unknown): AttributeValue {
  return canonicalizeFrom(1, raw)
}

/**
 * Checks a value as `canonicalizeValue` does, but allows one more level of nesting: it is not in an item, and AWS's
 * older layer does not count an attribute around it (seen on AWS, October 2026).
 */
export function canonicalizeFreeValue(raw: unknown): AttributeValue {
  return canonicalizeFrom(0, raw)
}

function canonicalizeFrom(depth: number, raw: unknown): AttributeValue {
  const tally: Tally = { sizeBytes: 0, emptyName: false }
  const value = canonicalize(raw, depth, tally)
  if (tally.emptyName) throw new ValueError(EMPTY_NAME)
  return value
}

/** Checks all values of an item or key as `canonicalizeValue` does, and measures it in the same pass. */
export function canonicalizeItem(raw: RawObject): { item: AttributeMap; sizeBytes: number } {
  // An empty name in the item itself is reported before anything in its values.
  if (hasOwn(raw, '')) throw new ValueError(EMPTY_NAME)
  const tally: Tally = { sizeBytes: 0, emptyName: false }
  const item = canonicalizeAttributes(raw, 1, tally)
  if (tally.emptyName) throw new ValueError(EMPTY_NAME)
  return { item, sizeBytes: tally.sizeBytes }
}

/** Refuses invalid attribute names, where a legacy parameter names attributes outside of items. */
export function checkAttributeName(name: string): void {
  if (name === '') throw new ValueError(EMPTY_NAME)
  if (utf8Length(name) > ATTRIBUTE_NAME_MAX_BYTES) throw nameTooLong()
}

/**
 * Returns whether any of several attributes of an item, such as those made by an update, is deeper than an item may
 * be.
 */
export function areTooDeep(item: AttributeMap, names: Iterable<string>): boolean {
  let seen: Map<AttributeValue, number> | undefined
  for (const name of names) {
    const value = getOwn(item, name)
    if (value === undefined || !isContainer(value)) continue
    seen ??= new Map()
    if (isTooDeep(value, 1, seen)) return true
  }
  return false
}

type Container = { readonly M: AttributeMap } | { readonly L: readonly AttributeValue[] }

function isContainer(value: AttributeValue): value is Container {
  return 'M' in value || 'L' in value
}

/**
 * Returns whether a value is too deep. An update can put one value in many places: it is examined once, and again
 * only where it lies deeper.
 */
function isTooDeep(value: Container, depth: number, seen: Map<AttributeValue, number>): boolean {
  if (depth >= NESTING_MAX_LEVELS) return true
  if ((seen.get(value) ?? 0) >= depth) return false
  seen.set(value, depth)
  const elements = 'M' in value ? (valuesOf(value.M, Object.keys(value.M)) as AttributeValue[]) : value.L
  return elements.some((element) => isContainer(element) && isTooDeep(element, depth + 1, seen))
}

function nameTooLong(): ValueError {
  return new ValueError(NAME_TOO_LONG, `One or more parameter values were invalid: ${NAME_TOO_LONG}`)
}

function canonicalizeAttributes(raw: RawObject, depth: number, tally: Tally): AttributeMap {
  const attributes: AttributeMap = {}
  const names = Object.keys(raw)
  const values = valuesOf(raw, names)
  let index = 0
  let isWellFormed = true
  for (const given of names) {
    const nameBytes = utf8Length(given)
    if (nameBytes === 0) tally.emptyName = true
    if (nameBytes > ATTRIBUTE_NAME_MAX_BYTES) throw nameTooLong()
    tally.sizeBytes += nameBytes
    const name = nameBytes === given.length ? given : wellFormedText(given)
    if (name !== given) isWellFormed = false
    setOwn(attributes, name, canonicalize(values[index++], depth, tally))
  }
  // Names that were not well-formed may have become equal.
  const count = isWellFormed ? names.length : Object.keys(attributes).length
  if (depth > 1) tally.sizeBytes += ELEMENT_BYTES * count
  return attributes
}

function canonicalize(raw: unknown, depth: number, tally: Tally): AttributeValue {
  if (typeof raw !== 'object' || raw === null) throw new ValueError(EMPTY_VALUE)
  let type: AttributeType | undefined
  let content: unknown
  for (const name in raw) {
    const given = (raw as RawObject)[name]
    if (given === undefined || given === null || !isAttributeType(name)) continue
    if (type !== undefined) throw severalTypes(raw as RawObject, depth)
    type = name
    content = given
  }
  if (type === undefined) throw new ValueError(EMPTY_VALUE)
  return canonicalizeAs(type, content, depth, tally)
}

function isAttributeType(name: string): name is AttributeType {
  switch (name) {
    case 'S':
    case 'N':
    case 'B':
    case 'BOOL':
    case 'NULL':
    case 'SS':
    case 'NS':
    case 'BS':
    case 'L':
    case 'M':
      return true
    default:
      return false
  }
}

function canonicalizeAs(type: AttributeType, content: unknown, depth: number, tally: Tally): AttributeValue {
  switch (type) {
    case 'S': {
      const text = content as string
      const bytes = utf8Length(text)
      tally.sizeBytes += bytes
      return { S: bytes === text.length ? text : wellFormedText(text) }
    }
    case 'N': {
      const number = canonicalizeNumber(content as string)
      tally.sizeBytes += numberSizeBytes(number)
      return { N: number }
    }
    case 'B': {
      const text = content instanceof Uint8Array ? base64Of(content) : (content as string)
      tally.sizeBytes += base64Length(text)
      return { B: text }
    }
    case 'BOOL':
      tally.sizeBytes += 1
      return { BOOL: content as boolean }
    case 'NULL':
      if (content !== true) throw new ValueError(NULL_NOT_TRUE)
      tally.sizeBytes += 1
      return { NULL: true }
    case 'L':
    case 'M':
      return canonicalizeContainer(type, content, depth, tally)
    default:
      return canonicalizeSetAs(type, content as readonly unknown[], tally)
  }
}

function canonicalizeSetAs(type: 'SS' | 'NS' | 'BS', raw: readonly unknown[], tally: Tally): AttributeValue {
  const { members, sizeBytes } =
    type === 'SS'
      ? canonicalizeStringSet(raw)
      : type === 'NS'
        ? canonicalizeNumberSet(raw)
        : canonicalizeBinarySet(raw)
  tally.sizeBytes += sizeBytes
  return type === 'SS' ? { SS: members } : type === 'NS' ? { NS: members } : { BS: members }
}

function canonicalizeContainer(
  type: 'L' | 'M',
  content: unknown,
  depth: number,
  tally: Tally,
): AttributeValue {
  // The contents are one level deeper; not even an empty list or map is allowed on the last level.
  if (depth >= NESTING_MAX_LEVELS) throw new ValueError(TOO_DEEP)
  tally.sizeBytes += CONTAINER_BYTES
  if (type === 'M') return { M: canonicalizeAttributes(content as RawObject, depth + 1, tally) }
  const elements = content as readonly unknown[]
  tally.sizeBytes += ELEMENT_BYTES * elements.length
  return { L: elements.map((element) => canonicalize(element, depth + 1, tally)) }
}

/** The order in which a value with several types is checked, as in DynamoDB Local. */
const judgingOrder: readonly AttributeType[] = ['SS', 'N', 'NS', 'BS', 'M', 'L', 'NULL']

/** Returns the error for a value with several types: first any mistake in one of them. */
function severalTypes(raw: RawObject, depth: number): ValueError {
  for (const type of judgingOrder) {
    const content = raw[type]
    if (content != null) canonicalizeAs(type, content, depth, { sizeBytes: 0, emptyName: false })
  }
  return new ValueError(SEVERAL_TYPES)
}
