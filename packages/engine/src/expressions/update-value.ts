import {
  type AttributeMap,
  type AttributeValue,
  addNumbers,
  type ServiceError,
  subtractNumbers,
  validationError,
} from '@monotable/protocol'
import { type DocumentPath, readPath } from './document-path.ts'
import { removeMembers, uniteSets } from './set-members.ts'

/** A value assigned by an update, with resolved placeholders. */
export type UpdateValue =
  | { readonly kind: 'path'; readonly path: DocumentPath }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'if_not_exists'; readonly path: DocumentPath; readonly otherwise: UpdateValue }
  | { readonly kind: 'list_append' | '+' | '-'; readonly left: UpdateValue; readonly right: UpdateValue }

/** Returns a value for the item before the update; all operands must be present, used or not. */
export function readUpdateValue(value: UpdateValue, item: AttributeMap): AttributeValue {
  switch (value.kind) {
    case 'value':
      return value.value
    case 'path':
      return requireValue(readPath(item, value.path))
    case 'if_not_exists': {
      const otherwise = readUpdateValue(value.otherwise, item)
      return readPath(item, value.path) ?? otherwise
    }
    case 'list_append': {
      const left = requireList(readUpdateValue(value.left, item))
      return { L: [...left, ...requireList(readUpdateValue(value.right, item))] }
    }
    default: {
      const left = requireNumber(readUpdateValue(value.left, item))
      const right = requireNumber(readUpdateValue(value.right, item))
      return { N: value.kind === '+' ? addNumbers(left, right) : subtractNumbers(left, right) }
    }
  }
}

/** Returns the result of ADD: adds a number, unites sets; a missing value becomes the operand. */
export function addToValue(value: AttributeValue | undefined, operand: AttributeValue): AttributeValue {
  if (value === undefined) return operand
  if ('N' in value && 'N' in operand) return { N: addNumbers(value.N, operand.N) }
  const united = uniteSets(value, operand)
  if (united === undefined) throw wrongType()
  return united
}

/** Returns what DELETE leaves of a set; an empty set is removed. */
export function deleteFromValue(
  value: AttributeValue | undefined,
  operand: AttributeValue,
): AttributeValue | undefined {
  if (value === undefined) return undefined
  const rest = removeMembers(value, operand)
  if (rest === undefined) throw wrongType()
  return rest === 'empty' ? undefined : rest
}

/** Returns the error for an item that an update makes too large. */
export function updatedTooLarge(): ServiceError {
  return validationError('Item size to update has exceeded the maximum allowed size')
}

function requireValue(value: AttributeValue | undefined): AttributeValue {
  if (value !== undefined) return value
  throw validationError('The provided expression refers to an attribute that does not exist in the item')
}

function requireNumber(value: AttributeValue): string {
  if ('N' in value) return value.N
  throw wrongType()
}

function requireList(value: AttributeValue): readonly AttributeValue[] {
  if ('L' in value) return value.L
  throw wrongType()
}

function wrongType() {
  return validationError('An operand in the update expression has an incorrect data type')
}
