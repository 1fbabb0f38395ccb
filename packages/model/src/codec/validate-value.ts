import { definitionError, type Issue, ModelError } from '../model-error.ts'
import type { SchemaIssue, StandardSchema } from './standard-schema.ts'

/** Checks a value against a schema and gives what the schema makes of it. */
export function validateValue(schema: StandardSchema, value: unknown, entity: string): unknown {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) {
    // Planning is pure and immediate; what has to be asked elsewhere is checked before.
    const subject = `the schema of ${entity}`
    throw definitionError(`${subject} validates asynchronously, which is not supported`, subject)
  }
  if (result.issues === undefined) return result.value
  const issues = result.issues.map(describeIssue)
  const list = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  throw new ModelError('INVALID', `${entity} is invalid: ${list}`, { entity, issues })
}

/** What zod (3 and 4) and valibot show of an object's schema. */
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
 * The schema of one attribute: where zod (`shape`) and valibot (`entries`) keep it. Other schemas cannot be looked into.
 * `others`: the schema of attributes that the object does not name, unless it says itself what these may be.
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

/** Asked only where it counts: to look at all of a zod schema takes as long as half an update. */
function schemaOfOthers(schema: ObjectSchema, others: StandardSchema): StandardSchema | undefined {
  const { def, _def = def, rest, type } = schema
  if (type === 'loose_object' || _def?.unknownKeys === 'passthrough') return undefined
  return (_def?.catchall ?? rest ?? others) as StandardSchema
}

function describeIssue({ message, path = [] }: SchemaIssue): Issue {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
  return { message, path: keys.map(String).join('.') }
}
