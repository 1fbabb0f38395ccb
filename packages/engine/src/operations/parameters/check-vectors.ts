import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import {
  attributeTypeOf,
  getOwn,
  HASH_KEY_MAX_BYTES,
  VECTOR_FILTER_MAX_BYTES,
  valueSizeBytes,
} from '@monotable/protocol'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { Table, TableVectorIndex } from '../../tables/table.ts'
import type { SearchAttribute } from '../../tables/table-definition.ts'
import { toFloat32 } from '../../vectors/float32.ts'
import { readVector } from '../../vectors/read-vector.ts'
import { emptyIndexKey, type IndexKeyWrite, SchemaMismatch } from './schema-mismatch.ts'

/** The full stop, where other messages have a colon, is DynamoDB's. */
const INVALID = 'One or more parameter values were invalid.'

/**
 * Checks what the vector indexes of a table need in an item to be written. Missing attributes are fine: an index is
 * sparse. An update is checked only for the attributes that it writes.
 */
export function checkVectors(table: Table, item: AttributeMap, written?: ReadonlySet<string>): void {
  for (const index of table.vectorIndexes.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const write = written === undefined ? 'put' : 'update'
    const read = (name: string) => (written?.has(name) === false ? undefined : getOwn(item, name))
    const vector = read(index.attribute)
    if (vector !== undefined) checkVector(index, vector)
    for (const attribute of index.searchSchema) {
      const value = read(attribute.name)
      if (value !== undefined) checkSearchAttribute(index, attribute, value, write)
    }
  }
}

// A size without a full stop after it, and an element with one, are DynamoDB's too.
function checkVector(vectorIndex: TableVectorIndex, value: AttributeValue): void {
  if (readVector(vectorIndex, value) !== undefined) return
  const { name: index, attribute, dimensions } = vectorIndex
  if (!('L' in value)) {
    throw new SchemaMismatch(
      `${INVALID} Invalid type for parameter ${attribute}, Expected: 32-bit floating point number list ` +
        `IndexName: ${index}`,
    )
  }
  if (value.L.length !== dimensions) {
    throw new SchemaMismatch(
      `${INVALID} Invalid size for parameter ${attribute}, Expected: ${dimensions}, Actual: ${value.L.length} ` +
        `IndexName: ${index}`,
    )
  }
  for (const [i, element] of value.L.entries()) {
    if (!('N' in element)) {
      throw new SchemaMismatch(
        `${INVALID} Invalid type for parameter ${attribute}[${i}], Expected: 32-bit floating point number, ` +
          `Actual: ${attributeTypeOf(element)}. IndexName: ${index}`,
      )
    }
    if (toFloat32(element.N) === undefined) {
      throw new SchemaMismatch(
        `${INVALID} Invalid value for parameter ${attribute}[${i}], Value: ${withExponent(element.N)} is outside ` +
          `valid range [-3.4028235E38, 3.4028235E38]. IndexName: ${index}`,
      )
    }
  }
}

function checkSearchAttribute(
  index: TableVectorIndex,
  { name, type, role }: SearchAttribute,
  value: AttributeValue,
  write: IndexKeyWrite,
): void {
  const actual = attributeTypeOf(value)
  if (actual !== type) {
    throw new SchemaMismatch(
      `${INVALID} Attribute '${name}' type mismatch. Expected: ${type}, Actual: ${actual}. IndexName: ${index.name}`,
    )
  }
  const sizeBytes = valueSizeBytes(value)
  if (role === 'hash' && sizeBytes === 0) {
    throw emptyIndexKey(index, name, type === 'B' ? 'binary' : 'string', write)
  }
  if (role === 'hash' && sizeBytes > HASH_KEY_MAX_BYTES) {
    throw invalidParameters(
      `Aggregate size for HASH key attributes exceeds the maximum of ${HASH_KEY_MAX_BYTES} bytes`,
    )
  }
  if (role === 'filter' && sizeBytes > VECTOR_FILTER_MAX_BYTES) {
    throw invalidParameters(
      `Size limit exceeded for SearchSchema attribute '${name}': maximum ${VECTOR_FILTER_MAX_BYTES} bytes`,
    )
  }
}

/** Formats a number too large for 32 bits as DynamoDB does: one digit, the others after the point, the power of ten. */
function withExponent(canonical: string): string {
  const sign = canonical.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = canonical.slice(sign.length).split('.')
  const digits = `${whole}${fraction}`.replace(/0+$/, '')
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : ''
  return `${sign}${digits.slice(0, 1)}${rest}E+${whole.length - 1}`
}
