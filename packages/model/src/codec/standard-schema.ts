/*
 * Standard Schema, version 1 (https://standardschema.dev): the interface shared by zod, valibot, arktype and others.
 * Only the parts in use are declared here, so that nothing has to be installed.
 */

/** A schema: takes `Input`, checks it, and returns `Output`. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The result of checking a value: the value, or what is wrong with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The type that a schema takes. */
export type SchemaInput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['input']

/** The type that a schema returns. */
export type SchemaOutput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output']

/** The type under which DynamoDB stores an attribute. */
export type AttributeType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'M' | 'L' | 'SS' | 'NS' | 'BS'

/**
 * Returns a schema that declares the type of a value to TypeScript and checks nothing: for tables whose data is checked
 * elsewhere. The types of attributes given here appear in documents and have no other effect.
 *
 * @example
 * const User = shape<{ id: string; name?: string }>()
 * const Note = shape<{ id: string; tags?: Set<string> }>({ id: 'S', tags: 'SS' })
 */
export function shape<Output>(attributes?: {
  readonly [name: string]: AttributeType
}): StandardSchema<Output, Output> & { readonly attributes?: { readonly [name: string]: AttributeType } } {
  return {
    '~standard': { version: 1, vendor: 'monotable', validate: (value) => ({ value: value as Output }) },
    ...(attributes && { attributes }),
  }
}
