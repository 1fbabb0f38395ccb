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
  /** An update changes what a derived key, or a computed attribute, is made of, and not all of it is known. */
  readonly UNKNOWN_PARTS: {
    readonly entity: string
    /** The index, or the attribute. */
    readonly index: string
    readonly missing: readonly string[]
  }
  /** A versioned item would be written without saying which version it replaces. */
  readonly VERSION_NEEDED: { readonly entity: string }
  /** A write was refused by its condition. */
  readonly CONDITION_FAILED: ConditionFailure
  /** Another item has what must be unique. */
  readonly UNIQUE_VIOLATION: UniqueViolation
  /** An item would belong to one that is not there. */
  readonly PARENT_MISSING: ParentMissing
  /** An item would go that others belong to. */
  readonly HAS_CHILDREN: HasChildren
  /** A set, list or map would have more members than it may. */
  readonly LIMIT_EXCEEDED: LimitExceeded
  /** A write, with all that has to be done along with it, is more than one transaction can do. */
  readonly TOO_MANY_ACTIONS: { readonly entity: string; readonly count: number }
  /** Two members of a transaction do to one item what cannot be done at once. */
  readonly CONTRADICTION: { readonly entity: string; readonly kinds: readonly string[] }
  /** A page was asked for with a cursor that belongs to something else. */
  readonly CURSOR: { readonly pattern: string }
  /** Some members of a batch were not done after all attempts. */
  readonly BATCH_INCOMPLETE: { readonly failed: readonly number[] }
  /** A write kept losing against others that changed the same item. */
  readonly CONTENTION: { readonly entity: string; readonly attempts: number }
  /** An item belongs to a period that has no table. */
  readonly PERIOD_MISSING: { readonly entity: string; readonly table: string; readonly period: string }
  /** Some code took more units than it may. */
  readonly COST: {
    readonly limit: Partial<UnitCount>
    readonly cost: UnitCount & { readonly requests: readonly object[] }
  }
  /** An item has a version that cannot be brought to the one that is wanted. */
  readonly EVOLUTION: { readonly entity: string; readonly version: number }
  /** Somebody else migrates the table. */
  readonly MIGRATION_BUSY: { readonly table: string }
  /** The client is none that the model knows how to talk to. */
  readonly CLIENT: { readonly expected: string }
}

interface UnitCount {
  readonly read: number
  readonly write: number
}

/** One thing that is wrong with a value, and where. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** Which member of a transaction it was, where there are several. */
interface AtMember {
  readonly member?: number
}

/** Why a write was refused, and the item that made it so. */
export interface ConditionFailure extends AtMember {
  readonly entity: string
  /**
   * `exists`: `create` found an item; `missing`: there is none; `version`: it has changed since it was read;
   * `condition`: the write's own condition.
   */
  readonly reason: 'exists' | 'missing' | 'version' | 'condition'
  /** The item as it is, where there is one. */
  readonly item: object | undefined
}

/** What must be unique and is not. */
export interface UniqueViolation extends AtMember {
  readonly reason: 'unique'
  readonly entity: string
  /** The name of the constraint. */
  readonly constraint: string
  /** The attributes that it is made of, as they were to be. */
  readonly values: { readonly [attribute: string]: unknown }
}

/** What an item belongs to and is not there. */
export interface ParentMissing extends AtMember {
  readonly reason: 'parent'
  readonly entity: string
  /** The name of the relation. */
  readonly relation: string
  /** The parent's entity. */
  readonly parent: string
}

/** What others belong to. */
export interface HasChildren extends AtMember {
  readonly reason: 'children'
  readonly entity: string
  /** The attribute that counts them. */
  readonly counter: string
}

/** What would have too many members. */
export interface LimitExceeded extends AtMember {
  readonly reason: 'limit'
  readonly entity: string
  readonly attribute: string
  readonly limit: number
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

/** What is wrong with something that is declared, or with a way to use it. */
export function definitionError(message: string, subject: string): ModelError<'DEFINITION'> {
  return new ModelError('DEFINITION', message, { subject })
}

/** What is wrong with a value, or with what is to be done to it. */
export function valueError(message: string, path: string): ModelError<'VALUE'> {
  return new ModelError('VALUE', message, { path })
}

/** The error of giving what nobody gives. */
export function keptError(entity: string, attribute: string): ModelError<'VALUE'> {
  return valueError(`${entity}: "${attribute}" is kept by the model`, attribute)
}

/** What is wrong with a value, or with its absence, in a key. */
export function keyError(message: string, attribute: string, template = ''): ModelError<'KEY'> {
  return new ModelError('KEY', message, { attribute, template })
}

/** Whether an error is a `ModelError`, and where a code is given, one with that code. */
export function isModelError<Code extends ModelErrorCode>(
  error: unknown,
  code?: Code,
): error is ModelError<Code> {
  return error instanceof ModelError && error.code === (code ?? error.code)
}
