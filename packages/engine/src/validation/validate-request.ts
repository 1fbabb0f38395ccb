import {
  type OperationInputs,
  type OperationName,
  type ServiceError,
  ValidationError,
  validationError,
} from '@monotable/protocol'
import { checkStrictly } from './check-strictly.ts'
import { type Checker, compileChecker } from './compile-checker.ts'
import { compileReader, type Reader } from './compile-reader.ts'
import { constraintError } from './constraint-error.ts'
import { type OperationShape, operationShapes } from './operation-shapes.ts'
import { serializationError } from './serialization-error.ts'
import { ROOT, type Violation } from './violation.ts'

type Members = { readonly [member: string]: unknown }

/**
 * Checks that a request has the form that an operation wants: first the JSON types (SerializationException), then
 * the constraints of DynamoDB's service model on each member (ValidationException). Checks that involve more than
 * the member itself (expressions, values, the table) are left to the operation.
 *
 * The request is not changed. It is returned as it is, or as a copy where DynamoDB converts something: null becomes
 * an absent member, `"true"` a boolean, 1.5 becomes 1. Members that the operation does not have are left out.
 *
 * @example
 * validateRequest('GetItem', { TableName: '', Key: {} })
 * // throws 1 validation error detected: Value at 'TableName' failed to satisfy constraint: Member must …
 */
export function validateRequest<Name extends OperationName>(
  operation: Name,
  raw: unknown,
): OperationInputs[Name] {
  const { read, check, shape } = compiledShape(operation)
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw serializationError('')
  const input = read(raw) as Members
  if (shape.strict) checkStrictly(shape.input, raw as Members)
  if (shape.first !== undefined && input[shape.first.member] === undefined) {
    throw validationError(shape.first.missing)
  }
  if (shape.blank !== undefined && input[shape.blank.member] === '') throw validationError(shape.blank.text)
  if (check !== undefined) {
    const broken: Violation[] = []
    check(input, ROOT, broken)
    if (broken.length > 0) throw errorFor(shape, broken, input)
  }
  return input as unknown as OperationInputs[Name]
}

interface Compiled {
  readonly shape: OperationShape
  readonly read: Reader
  readonly check: Checker | undefined
}

const compiled = new Map<OperationName, Compiled>()

// Compiled on first use, so that opening a database stays fast.
function compiledShape(operation: OperationName): Compiled {
  const known = compiled.get(operation)
  if (known !== undefined) return known
  const shape = operationShapes[operation]
  const made = { shape, read: compileReader(shape.input, 'field'), check: compileChecker(shape.input) }
  compiled.set(operation, made)
  return made
}

function errorFor(
  { empty, wording }: OperationShape,
  broken: readonly Violation[],
  input: Members,
): ServiceError {
  const error = constraintError(broken, input, wording)
  if (empty === undefined || broken.length > 1) return error
  const isEmpty = Object.keys(input[empty.member] ?? { none: true }).length === 0
  return isEmpty ? new ValidationError(error.message, empty.classic) : error
}
