import { definitionError, type Issue, ModelError } from '../model-error.ts'
import type { StandardSchema } from './standard-schema.ts'

/** Checks a value against a schema and returns the schema's output. `at`: where in an item of the entity it is. */
export function validateValue(
  schema: StandardSchema,
  value: unknown,
  entity: string,
  at: readonly string[] = [],
): unknown {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) {
    // Planning is pure and synchronous; checks that need I/O belong before it.
    const subject = `the schema of ${entity}`
    throw definitionError(`${subject} validates asynchronously, which is not supported`, subject)
  }
  if (result.issues === undefined) return result.value
  const issues = result.issues.map(({ message, path = [] }): Issue => {
    const keys = [...at, ...path].map((step) => String(typeof step === 'object' ? step.key : step))
    return { message, path: keys.join('.') }
  })
  const list = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  throw new ModelError('INVALID', `${entity} is invalid: ${list}`, { entity, issues })
}

/** The parts of an object schema that zod (3 and 4) and valibot expose. */
interface ObjectSchema {
  readonly shape?: unknown
  readonly entries?: unknown
  readonly def?: ObjectRules
  readonly _def?: ObjectRules
  readonly rest?: unknown
  readonly type?: unknown
}

interface ObjectRules {
  readonly catchall?: unknown
  readonly unknownKeys?: unknown
}

/**
 * Returns the schema of one attribute, if the object schema exposes it, as zod (`shape`) and valibot (`entries`) do.
 * `others`: the schema for attributes that the object does not name, unless the object schema says what these may be.
 */
export function findAttributeSchema(
  schema: StandardSchema,
  attribute: string,
  others?: StandardSchema,
): StandardSchema | undefined {
  const { shape, entries } = schema as ObjectSchema
  const members = (shape ?? entries) as { readonly [name: string]: StandardSchema } | null | undefined
  if (typeof members !== 'object' || members === null) return undefined
  const member = Object.hasOwn(members, attribute)
    ? members[attribute]
    : others && schemaOfOthers(schema as ObjectSchema, others)
  return typeof member?.['~standard']?.validate === 'function' ? member : undefined
}

/**
 * Returns the schema of unnamed attributes. Called only when needed: reading all of a zod schema takes as long as half
 * an update.
 */
function schemaOfOthers(schema: ObjectSchema, others: StandardSchema): StandardSchema | undefined {
  const { def, _def = def, rest, type } = schema
  if (type === 'loose_object' || _def?.unknownKeys === 'passthrough') return undefined
  return (_def?.catchall ?? rest ?? others) as StandardSchema
}
