/** What each code of a `ModelError` carries. */
export interface ModelErrorPayloads {
  /** A table, entity or pattern is declared in a way that cannot work. */
  readonly DEFINITION: { readonly subject: string }
  /** A key template cannot be read. */
  readonly TEMPLATE: { readonly template: string }
  /** A value does not fit its schema. */
  readonly INVALID: { readonly entity: string; readonly issues: readonly Issue[] }
  /** A value cannot be stored in DynamoDB, or not be read from it. */
  readonly VALUE: { readonly path: string }
  /** A value cannot stand in a key. */
  readonly KEY: { readonly attribute: string; readonly template: string }
  /** An update changes what a derived key is made of, and not all of it is known. */
  readonly UNKNOWN_PARTS: {
    readonly entity: string
    readonly index: string
    readonly missing: readonly string[]
  }
  /** A versioned item would be written without saying which version it replaces. */
  readonly VERSION_NEEDED: { readonly entity: string }
  /** A write was refused by its condition. */
  readonly CONDITION_FAILED: ConditionFailure
  /** A page was asked for with a cursor that belongs to something else. */
  readonly CURSOR: { readonly pattern: string }
  /** Some members of a batch were not done after all attempts. */
  readonly BATCH_INCOMPLETE: { readonly failed: readonly number[] }
  /** A write kept losing against others that changed the same item. */
  readonly CONTENTION: { readonly entity: string; readonly attempts: number }
  /** The client is none that the model knows how to talk to. */
  readonly CLIENT: { readonly expected: string }
}

/** One thing that is wrong with a value, and where. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** Why a write was refused, and the item that made it so. */
export interface ConditionFailure {
  readonly entity: string
  /**
   * `exists`: `create` found an item; `missing`: there is none; `version`: it has changed since it was read;
   * `condition`: the write's own condition.
   */
  readonly reason: 'exists' | 'missing' | 'version' | 'condition'
  /** The item as it is, where there is one. */
  readonly item: object | undefined
}

/** The code of a `ModelError`. */
export type ModelErrorCode = keyof ModelErrorPayloads

/** What the model refuses, with a stable code and what is known about it. */
export class ModelError<Code extends ModelErrorCode = ModelErrorCode> extends Error {
  override readonly name = 'ModelError'
  readonly code: Code
  readonly details: ModelErrorPayloads[Code]

  constructor(code: Code, message: string, details: ModelErrorPayloads[Code], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }
}

/** Whether an error is a `ModelError` with a code. */
export function isModelError<Code extends ModelErrorCode>(
  error: unknown,
  code: Code,
): error is ModelError<Code> {
  return error instanceof ModelError && error.code === code
}
