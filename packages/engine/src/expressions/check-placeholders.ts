import {
  ATTRIBUTE_NAME_MAX_BYTES,
  PLACEHOLDER_MAX_BYTES,
  PLACEHOLDERS_MAX_BYTES,
  utf8Length,
  validationError,
} from '@monotable/protocol'

const NAMES = 'ExpressionAttributeNames'
const VALUES = 'ExpressionAttributeValues'

const namePattern = /^#[A-Za-z0-9_]+$/
const valuePattern = /^:[A-Za-z0-9_]+$/

/** Checks the keys of `ExpressionAttributeNames`; returns their size. */
export function checkNameKeys(keys: readonly string[]): number {
  return checkKeys(NAMES, keys, namePattern)
}

/** Checks the keys of `ExpressionAttributeValues`; returns their size. */
export function checkValueKeys(keys: readonly string[]): number {
  return checkKeys(VALUES, keys, valuePattern)
}

function checkKeys(parameter: string, keys: readonly string[], pattern: RegExp): number {
  if (keys.length === 0) throw validationError(`${parameter} must not be empty`)
  let totalBytes = 0
  for (const key of keys) {
    const fault = findKeyFault(parameter, key, pattern)
    if (fault !== undefined) throw validationError(`${parameter} contains invalid key: ${fault}`)
    totalBytes += utf8Length(key)
  }
  return totalBytes
}

function findKeyFault(parameter: string, key: string, pattern: RegExp): string | undefined {
  if (key === '') return 'The expression attribute map contains an empty key;'
  const sizeBytes = utf8Length(key)
  if (sizeBytes > PLACEHOLDER_MAX_BYTES) {
    // DynamoDB mentions the length of the key only for names.
    const size = parameter === NAMES ? ` size of key: ${sizeBytes}` : ''
    return `The expression attribute map contains a key that is too long;${size}`
  }
  return pattern.test(key) ? undefined : `Syntax error; key: "${key}"`
}

/** Checks the name that a placeholder stands for, which DynamoDB does after all values; returns its size. */
export function checkName(key: string, name: string): number {
  if (name === '') {
    throw validationError(`${NAMES} contains invalid value: Empty attribute name for key ${key}`)
  }
  const sizeBytes = utf8Length(name)
  if (sizeBytes > ATTRIBUTE_NAME_MAX_BYTES) {
    throw validationError(
      `${NAMES} contains invalid value: Attribute name is too large, must be less than 65536 bytes for key ${key}`,
    )
  }
  return sizeBytes
}

/**
 * Checks the sizes of both maps, including their keys: first each map, then the sum. The wording is DynamoDB
 * Local's.
 */
export function checkPlaceholderSizes(namesBytes: number, valuesBytes: number): void {
  if (namesBytes + valuesBytes <= PLACEHOLDERS_MAX_BYTES) return
  if (namesBytes > PLACEHOLDERS_MAX_BYTES) throw validationError(`${NAMES} exceeds max size`)
  if (valuesBytes > PLACEHOLDERS_MAX_BYTES) throw validationError(`${VALUES} exceeds max size`)
  throw validationError(`Combined size of ${NAMES} and ${VALUES} exceeds max size`)
}
