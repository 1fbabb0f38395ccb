import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import {
  attributeTypeOf,
  getOwn,
  HASH_KEY_MAX_BYTES,
  RANGE_KEY_MAX_BYTES,
  type ServiceError,
  validationError,
  valueSizeBytes,
} from '@monotable/protocol'
import type { Table, TableIndex } from '../../tables/table.ts'
import type { KeyAttribute, KeySchema } from '../../tables/table-definition.ts'
import { checkVectors } from './check-vectors.ts'
import { emptyIndexKey, type IndexKeyWrite, OversizedKey, SchemaMismatch } from './schema-mismatch.ts'

export { SchemaMismatch } from './schema-mismatch.ts'

const INVALID = 'One or more parameter values were invalid: '

/** Returns the error for a key with the wrong attributes or types. */
export function keyMismatch(): SchemaMismatch {
  return new SchemaMismatch('The provided key element does not match the schema')
}

/** Checks a `Key` parameter: exactly the table's key attributes, of the right type, neither empty nor too long. */
export function checkKey(table: Table, key: AttributeMap): void {
  if (Object.keys(key).length !== table.keyAttributes.length) throw keyMismatch()
  checkKeyAttributes(table.key, key)
}

/** Checks that the attributes of a key schema are present, of the right type, and neither empty nor too long. */
export function checkKeyAttributes(schema: KeySchema, values: AttributeMap): void {
  for (const attribute of schema.hash) checkKeyAttribute(attribute, values, 'hash')
  for (const attribute of schema.range) checkKeyAttribute(attribute, values, 'range')
}

/** Checks that one key attribute is present, of the right type, and neither empty nor too long. */
export function checkKeyAttribute(
  { name, type }: KeyAttribute,
  values: AttributeMap,
  role: 'hash' | 'range',
): void {
  const value = getOwn(values, name)
  if (value === undefined || attributeTypeOf(value) !== type) throw keyMismatch()
  checkKeyValue(name, value, role)
}

/** Checks the primary key in an item to be put. */
export function checkItemKey(table: Table, item: AttributeMap): void {
  for (const { name, type } of table.keyAttributes) {
    const value = getOwn(item, name)
    if (value === undefined) throw new SchemaMismatch(`${INVALID}Missing the key ${name} in the item`)
    const actual = attributeTypeOf(value)
    if (actual !== type) {
      throw new SchemaMismatch(`${INVALID}Type mismatch for key ${name} expected: ${type} actual: ${actual}`)
    }
    checkKeyValue(name, value, name === table.hash.name ? 'hash' : 'range')
  }
}

/**
 * Checks the index keys of an item to be written. An update of an existing item is checked only for the attributes
 * that it writes: an invalid one may be there from before its index was created.
 */
export function checkIndexKeys(
  table: Table,
  item: AttributeMap,
  write: IndexKeyWrite,
  written?: ReadonlySet<string>,
): void {
  if (table.vectorIndexes.length > 0) checkVectors(table, item, written)
  if (table.indexes.length === 0) return
  for (const index of indexesByName(table)) {
    for (const attribute of index.keyAttributes) {
      if (written !== undefined && !written.has(attribute.name)) continue
      checkIndexKey(table, index, attribute, item, write)
    }
    checkKeySize(index, 'HASH', item, written)
    checkKeySize(index, 'RANGE', item, written)
  }
}

/**
 * Checks that the attributes of a key together are no longer than a single one may be, even if not all of them are
 * present. Seen in DynamoDB Local for put items; updates are held to it as well, so that no index has a longer key.
 */
function checkKeySize(
  index: TableIndex,
  role: 'HASH' | 'RANGE',
  item: AttributeMap,
  written: ReadonlySet<string> | undefined,
): void {
  const [attributes, maxBytes] =
    role === 'HASH' ? [index.key.hash, HASH_KEY_MAX_BYTES] : [index.key.range, RANGE_KEY_MAX_BYTES]
  if (attributes.length < 2) return
  if (written !== undefined && !attributes.some(({ name }) => written.has(name))) return
  const names: string[] = []
  let sizeBytes = 0
  for (const { name } of attributes) {
    const value = getOwn(item, name)
    if (value === undefined) continue
    names.push(name)
    sizeBytes += valueSizeBytes(value)
  }
  if (sizeBytes <= maxBytes) return
  throw validationError(
    `Aggregate size for ${role} key attributes ${names.join(', ')} of index ${index.name} has exceeded limit ` +
      `${maxBytes} bytes, with actual size ${sizeBytes} bytes`,
  )
}

function checkIndexKey(
  table: Table,
  index: TableIndex,
  attribute: KeyAttribute,
  item: AttributeMap,
  write: IndexKeyWrite,
): void {
  const { name } = attribute
  const value = getOwn(item, name)
  if (value === undefined) return
  // Attributes of the table's key were checked as such, but a partition key may be too long to sort an index by.
  const isTableKey = table.keyAttributes.some((key) => key.name === name)
  if (!isTableKey) checkIndexValue(index, attribute, value, write)
  checkKeyLength(value, index.key.hash.some((key) => key.name === name) ? 'hash' : 'range')
}

/** Checks the value of one key attribute of an index: of the right type, and not empty. */
export function checkIndexValue(
  index: TableIndex,
  { name, type }: KeyAttribute,
  value: AttributeValue,
  write: IndexKeyWrite,
): void {
  const actual = attributeTypeOf(value)
  if (actual !== type && write === 'update') {
    // Types known from the expression itself were checked before (checkKnownTypes); this one comes from the item.
    throw validationError(
      'The update expression attempted to update the secondary index key to unsupported type',
    )
  }
  if (actual !== type) throw indexKeyMismatch(index, { name, type }, actual)
  if (valueSizeBytes(value) === 0) throw emptyIndexKey(index, name, emptyKind(value), write)
}

/** Checks the index keys that an update writes, as far as their types do not depend on the item. */
export function checkKnownTypes(table: Table, typeOf: (attribute: string) => string | undefined): void {
  for (const index of indexesByName(table)) {
    for (const attribute of index.keyAttributes) {
      const type = typeOf(attribute.name)
      if (type !== undefined && type !== attribute.type) throw indexKeyMismatch(index, attribute, type)
    }
  }
}

function indexKeyMismatch(index: TableIndex, { name, type }: KeyAttribute, actual: string): ServiceError {
  return new SchemaMismatch(
    `${INVALID}Type mismatch for Index Key ${name} Expected: ${type} Actual: ${actual} IndexName: ${index.name}`,
  )
}

function indexesByName(table: Table): readonly TableIndex[] {
  if (table.indexes.length === 1) return table.indexes
  return table.indexes.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Checks that a key value is neither empty nor too long. */
export function checkKeyValue(name: string, value: AttributeValue, role: 'hash' | 'range'): void {
  if (valueSizeBytes(value) === 0) {
    throw validationError(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an ' +
        `empty ${emptyKind(value)} value. Key: ${name}`,
    )
  }
  checkKeyLength(value, role)
}

function checkKeyLength(value: AttributeValue, role: 'hash' | 'range'): void {
  const sizeBytes = valueSizeBytes(value)
  if (role === 'hash' && sizeBytes > HASH_KEY_MAX_BYTES) {
    // The missing space is DynamoDB's.
    throw new OversizedKey(
      `${INVALID}Size of hashkey has exceeded the maximum size limit of${HASH_KEY_MAX_BYTES} bytes`,
    )
  }
  if (role === 'range' && sizeBytes > RANGE_KEY_MAX_BYTES) {
    throw new OversizedKey(
      `${INVALID}Aggregated size of all range keys has exceeded the size limit of ${RANGE_KEY_MAX_BYTES} bytes`,
    )
  }
}

function emptyKind(value: AttributeValue): string {
  return 'B' in value ? 'binary' : 'string'
}
