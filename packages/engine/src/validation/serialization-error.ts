import { ServiceError } from '@monotable/protocol'

/** Returns the error for JSON of the wrong type, with the text of AWS's parser. */
export function serializationError(message: string): ServiceError {
  return new ServiceError('SerializationException', message)
}

/** Returns the error of AWS's parser for a scalar that it cannot convert to a Java type. */
export function notConvertible(value: unknown, javaType: string): ServiceError {
  return serializationError(`${tokenOf(value)} cannot be converted to ${javaType}`)
}

function tokenOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE_VALUE' : 'FALSE_VALUE'
  if (typeof value === 'string') return 'STRING_VALUE'
  return typeof value === 'number' && value % 1 !== 0 ? 'DECIMAL_VALUE' : 'NUMBER_VALUE'
}

/** Returns the error for an object in place of a scalar or a list. */
export function unexpectedStructure(): ServiceError {
  return serializationError('Start of structure or map found where not expected')
}

/** Returns the error for a list in place of something else; `javaType` is that type in Java's format. */
export function unexpectedList(javaType: string): ServiceError {
  return serializationError(`Unrecognized collection type ${javaType}`)
}

/** Returns the error for a scalar in a member of a structure that should be a structure, map or list. */
export function unexpectedField(): ServiceError {
  return serializationError('Unexpected field type')
}

/** Returns the error for a scalar in a list or map of structures. */
export function unexpectedValue(): ServiceError {
  return serializationError('Unexpected value type in payload')
}

/**
 * Returns the error for a scalar in a collection of collections: AWS's own parser crashes, and the answer shows
 * that.
 */
export function castFailure(): ServiceError {
  const impl = 'sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl'
  return serializationError(
    `class ${impl} cannot be cast to class java.lang.Class (${impl} and java.lang.Class are in module java.base of loader 'bootstrap')`,
  )
}
