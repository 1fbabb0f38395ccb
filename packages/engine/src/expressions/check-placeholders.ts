import {
  ATTRIBUTE_NAME_MAX_BYTES,
  PLACEHOLDER_MAX_BYTES,
  utf8Length,
  validationError,
} from '@monotable/protocol'

const NAMES = 'ExpressionAttributeNames'
const VALUES = 'ExpressionAttributeValues'

const namePattern = /^#[A-Za-z0-9_]+$/
const valuePattern = /^:[A-Za-z0-9_]+$/

/** Checks the keys of `ExpressionAttributeNames`. */
export function checkNameKeys(keys: readonly string[]): void {
  checkKeys(NAMES, keys, namePattern)
}

/** Checks the keys of `ExpressionAttributeValues`. */
export function checkValueKeys(keys: readonly string[]): void {
  checkKeys(VALUES, keys, valuePattern)
}

function checkKeys(parameter: string, keys: readonly string[], pattern: RegExp): void {
  if (keys.length === 0) throw validationError(`${parameter} must not be empty`)
  for (const key of keys) {
    const fault = findKeyFault(parameter, key, pattern)
    if (fault !== undefined) throw validationError(`${parameter} contains invalid key: ${fault}`)
  }
}

function findKeyFault(parameter: string, key: string, pattern: RegExp): string | undefined {
  if (key === '') return 'The expression attribute map contains an empty key;'
  const sizeBytes = utf8Length(key)
  if (sizeBytes > PLACEHOLDER_MAX_BYTES) {
    // Only for names does DynamoDB say how long the key is.
    const size = parameter === NAMES ? ` size of key: ${sizeBytes}` : ''
    return `The expression attribute map contains a key that is too long;${size}`
  }
  return pattern.test(key) ? undefined : `Syntax error; key: "${key}"`
}

/** Checks the name that a placeholder stands for, which DynamoDB does after all values. */
export function checkName(key: string, name: string): void {
  if (name === '') {
    throw validationError(`${NAMES} contains invalid value: Empty attribute name for key ${key}`)
  }
  if (utf8Length(name) > ATTRIBUTE_NAME_MAX_BYTES) {
    throw validationError(
      `${NAMES} contains invalid value: Attribute name is too large, must be less than 65536 bytes for key ${key}`,
    )
  }
}
