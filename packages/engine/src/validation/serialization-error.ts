import { ServiceError } from '@monotable/protocol'

/** JSON of the wrong type, with the text that AWS's parser gives. */
export function serializationError(message: string): ServiceError {
  return new ServiceError('SerializationException', message)
}

/** What AWS's parser calls a scalar where it wanted a Java type. */
export function notConvertible(value: unknown, javaType: string): ServiceError {
  return serializationError(`${tokenOf(value)} cannot be converted to ${javaType}`)
}

function tokenOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE_VALUE' : 'FALSE_VALUE'
  if (typeof value === 'string') return 'STRING_VALUE'
  return typeof value === 'number' && value % 1 !== 0 ? 'DECIMAL_VALUE' : 'NUMBER_VALUE'
}

/** An object where a scalar or a list was wanted. */
export function unexpectedStructure(): ServiceError {
  return serializationError('Start of structure or map found where not expected')
}

/** A list where something else was wanted; `javaType` is how Java prints that type. */
export function unexpectedList(javaType: string): ServiceError {
  return serializationError(`Unrecognized collection type ${javaType}`)
}

/** A scalar where a member of a structure wanted a structure, map or list. */
export function unexpectedField(): ServiceError {
  return serializationError('Unexpected field type')
}

/** A scalar where a list or map wanted structures. */
export function unexpectedValue(): ServiceError {
  return serializationError('Unexpected value type in payload')
}

/** A scalar in a collection of collections: AWS's own parser fails, and its failure is the answer. */
export function castFailure(): ServiceError {
  const impl = 'sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl'
  return serializationError(
    `class ${impl} cannot be cast to class java.lang.Class (${impl} and java.lang.Class are in module java.base of loader 'bootstrap')`,
  )
}
