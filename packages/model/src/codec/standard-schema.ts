/*
 * Standard Schema, version 1 (https://standardschema.dev): what zod, valibot, arktype and others speak. Written down
 * here as far as it is used, so that nothing has to be installed.
 */

/** A schema: it takes `Input`, checks it, and gives `Output`. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** What a schema says about a value. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What a schema takes. */
export type SchemaInput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['input']

/** What a schema gives. */
export type SchemaOutput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output']

/** What an attribute is stored as, in DynamoDB's words. */
export type AttributeType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'M' | 'L' | 'SS' | 'NS' | 'BS'

/**
 * A schema that says what a value is to TypeScript and checks nothing: for tables whose data is checked elsewhere.
 * What is told of attributes stands in documents; nothing else comes of it.
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
