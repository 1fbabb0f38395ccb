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

/**
 * The schema of one attribute, for updates: where zod (`shape`) and valibot (`entries`) keep it. Other schemas cannot
 * be looked into, and what an update sets is then not checked.
 */
export function findAttributeSchema(schema: StandardSchema, attribute: string): StandardSchema | undefined {
  const { shape, entries } = schema as { readonly shape?: unknown; readonly entries?: unknown }
  const members = (shape ?? entries) as { readonly [name: string]: StandardSchema } | null | undefined
  if (typeof members !== 'object' || members === null || !Object.hasOwn(members, attribute)) return undefined
  const member = members[attribute]
  return typeof member?.['~standard']?.validate === 'function' ? member : undefined
}

function describeIssue({ message, path = [] }: SchemaIssue): Issue {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
  return { message, path: keys.map(String).join('.') }
}
