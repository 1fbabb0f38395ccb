import {
  type AttributeType,
  type AttributeValue,
  attributeTypeOf,
  base64Length,
  compareScalars,
  type ServiceError,
} from '@monotable/protocol'
import { type DocumentPath, formatPath, isSamePath } from './document-path.ts'
import type { Operand } from './operand.ts'
import type { NodeResolver } from './resolver.ts'

/** An operand, or the result of a function, of which nothing is known before it is computed. */
export type CheckedOperand = Operand | { readonly kind: 'computed'; readonly type: undefined }

/** An operator or function with its operands, for checking. */
export interface Usage {
  readonly resolver: NodeResolver
  /** The operator or function as named in messages. */
  readonly name: string
  readonly operands: readonly CheckedOperand[]
}

const orderedTypes: readonly AttributeType[] = ['S', 'N', 'B']
/** In AWS's order, and in that of its older layers and DynamoDB Local. */
const typeNames: readonly AttributeType[] = ['S', 'SS', 'N', 'NS', 'B', 'BS', 'BOOL', 'NULL', 'L', 'M']
const classicTypeNames = 'N,BS,L,B,NULL,M,S,SS,NS,BOOL'
const ANY_TYPE =
  '{S,SS,N,NS,B,BS,BOOL,NULL,L,M,HD,DOUBLE,FLOAT,HDS,FS,DOUBLESET,DICT,DECIMAL,INT,DECIMALSET,INTSET}'
const CLASSIC_ANY_TYPE =
  '{S,HD,HDS,INT,DECIMAL,M,DICT,NULL,BOOL,INTSET,B,N,L,SS,FS,NS,DOUBLE,BS,DOUBLESET,FLOAT,DECIMALSET}'

/** Checks the number of operands of a function. */
export function checkOperandCount({ resolver, name, operands }: Usage, expected: number): void {
  if (operands.length === expected) return
  throw resolver.error(
    'Incorrect number of operands for operator or function; ' +
      `operator or function: ${name}, number of operands: ${operands.length}`,
  )
}

/** Refuses a first operand that is the same path as another one. */
export function checkDistinct({ resolver, name, operands }: Usage): void {
  const first = operands[0]
  if (first?.kind !== 'path') return
  for (let index = 1; index < operands.length; index++) {
    const other = operands[index]
    if (other?.kind !== 'path' || !isSamePath(first.path, other.path)) continue
    throw resolver.error(
      'The first operand must be distinct from the remaining operands for this operator or function; ' +
        `operator: ${name}, first operand: ${formatPath(first.path)}`,
    )
  }
}

/** Refuses operands whose known type the operator does not accept. */
export function checkTypes(usage: Usage, isAllowed: (type: AttributeType) => boolean): void {
  for (const { type } of usage.operands) {
    if (type !== undefined && !isAllowed(type)) throw wrongType(usage, type)
  }
}

/** Refuses operands that are known to have no order. */
export function checkOrdered(usage: Usage): void {
  checkTypes(usage, (type) => orderedTypes.includes(type))
}

/** Returns the path of the first operand; refuses anything else. */
export function requirePath({ resolver, name, operands }: Usage): DocumentPath {
  const operand = operands[0]
  if (operand?.kind === 'path') return operand.path
  throw resolver.error(`Operator or function requires a document path; operator or function: ${name}`)
}

/** Returns the type that the second operand of `attribute_type` names. */
export function requireTypeName(usage: Usage): AttributeType {
  const operand = usage.operands[1] as CheckedOperand
  if (operand.kind !== 'value' || !('S' in operand.value)) {
    throw wrongType(usage, operand.type ?? ANY_TYPE, operand.type ?? CLASSIC_ANY_TYPE)
  }
  const name = operand.value.S
  const type = typeNames.find((known) => known === name)
  if (type !== undefined) return type
  const problem = `Invalid attribute type name found; type: ${name}, valid types`
  throw usage.resolver.error(`${problem}: {${typeNames.join(',')}}`, `${problem}: {${classicTypeNames}}`)
}

/** Refuses bounds of BETWEEN that are known to be of different types or in the wrong order. */
export function checkBounds(resolver: NodeResolver, lower: Operand, upper: Operand): void {
  if (lower.kind !== 'value' || upper.kind !== 'value') return
  const bounds =
    `lower bound operand: AttributeValue: ${formatValue(lower.value)}, ` +
    `upper bound operand: AttributeValue: ${formatValue(upper.value)}`
  if (lower.type !== upper.type) {
    throw resolver.error(`The BETWEEN operator requires same data type for lower and upper bounds; ${bounds}`)
  }
  if (compareScalars(lower.value, upper.value) <= 0) return
  throw resolver.error(
    `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${bounds}`,
  )
}

function wrongType({ resolver, name }: Usage, type: string, classicType: string = type): ServiceError {
  const problem = `Incorrect operand type for operator or function; operator or function: ${name}, operand type`
  return resolver.error(`${problem}: ${type}`, `${problem}: ${classicType}`)
}

function formatValue(value: AttributeValue): string {
  if ('S' in value) return `{S:${value.S}}`
  if ('N' in value) return `{N:${value.N}}`
  if (!('B' in value)) return `{${attributeTypeOf(value)}}`
  const length = base64Length(value.B)
  // The way a Java buffer prints itself.
  return `{B:java.nio.HeapByteBuffer[pos=0 lim=${length} cap=${length}]}`
}
