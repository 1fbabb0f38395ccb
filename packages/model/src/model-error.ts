/** The details that each code of a `ModelError` carries. */
export interface ModelErrorPayloads {
  /** The declaration of a table, entity or pattern cannot work. */
  readonly DEFINITION: { readonly subject: string }
  /** A key template cannot be parsed. */
  readonly TEMPLATE: { readonly template: string }
  /** A value does not match its schema. */
  readonly INVALID: { readonly entity: string; readonly issues: readonly Issue[] }
  /** A value cannot be stored in DynamoDB, or cannot be read from it. */
  readonly VALUE: { readonly path: string }
  /** A value cannot be part of a key. */
  readonly KEY: { readonly attribute: string; readonly template: string }
  /**
   * An update changes some of the attributes that a derived key or computed attribute depends on, and not all of the
   * others are known.
   */
  readonly UNKNOWN_PARTS: {
    readonly entity: string
    /** The name of the index or attribute. */
    readonly index: string
    readonly missing: readonly string[]
  }
  /** A write to a versioned item does not say which version it replaces. */
  readonly VERSION_NEEDED: { readonly entity: string }
  /** The condition of a write failed. */
  readonly CONDITION_FAILED: ConditionFailure
  /** Another item already has a value that must be unique. */
  readonly UNIQUE_VIOLATION: UniqueViolation
  /** The item refers to a parent that does not exist. */
  readonly PARENT_MISSING: ParentMissing
  /** The item to remove still has children. */
  readonly HAS_CHILDREN: HasChildren
  /** A set, list or map would exceed its maximum number of members. */
  readonly LIMIT_EXCEEDED: LimitExceeded
  /** A write, together with all that it entails, exceeds what one transaction can hold. */
  readonly TOO_MANY_ACTIONS: { readonly entity: string; readonly count: number }
  /** Two members of a transaction do contradictory things to one item. */
  readonly CONTRADICTION: { readonly entity: string; readonly kinds: readonly string[] }
  /** A cursor belongs to another pattern or other arguments. */
  readonly CURSOR: { readonly pattern: string }
  /** Some members of a batch were still not done after the last attempt. */
  readonly BATCH_INCOMPLETE: { readonly failed: readonly number[] }
  /** A write lost against concurrent writes to the same item too many times. */
  readonly CONTENTION: { readonly entity: string; readonly attempts: number }
  /** An item belongs to a period that has no table. */
  readonly PERIOD_MISSING: { readonly entity: string; readonly table: string; readonly period: string }
  /** Some code used more capacity units than its limit. */
  readonly COST: {
    readonly limit: Partial<UnitCount>
    readonly cost: UnitCount & { readonly requests: readonly object[] }
  }
  /** The version of an item cannot be converted to the version wanted. */
  readonly EVOLUTION: { readonly entity: string; readonly version: number }
  /** Another process is migrating the table. */
  readonly MIGRATION_BUSY: { readonly table: string }
  /** The model does not support this kind of client. */
  readonly CLIENT: { readonly expected: string }
}

interface UnitCount {
  readonly read: number
  readonly write: number
}

/** One problem with a value, and where it is. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** The place of the failed member in a transaction of several. */
interface AtMember {
  readonly member?: number
}

/** Why a write was refused, and the item that caused it. */
export interface ConditionFailure extends AtMember {
  readonly entity: string
  /**
   * `exists`: `create` found an item; `missing`: there is no item; `version`: the item has changed since it was read;
   * `condition`: the write's own condition failed.
   */
  readonly reason: 'exists' | 'missing' | 'version' | 'condition'
  /** The item as it is, if there is one. */
  readonly item: object | undefined
}

/** A uniqueness constraint that would be violated. */
export interface UniqueViolation extends AtMember {
  readonly reason: 'unique'
  readonly entity: string
  /** The name of the constraint. */
  readonly constraint: string
  /** The values that the item was to have in the attributes of the constraint. */
  readonly values: { readonly [attribute: string]: unknown }
}

/** A parent that an item refers to and that does not exist. */
export interface ParentMissing extends AtMember {
  readonly reason: 'parent'
  readonly entity: string
  /** The name of the relation. */
  readonly relation: string
  /** The parent's entity. */
  readonly parent: string
}

/** An item that cannot be removed while it has children. */
export interface HasChildren extends AtMember {
  readonly reason: 'children'
  readonly entity: string
  /** The attribute that counts them. */
  readonly counter: string
}

/** A limit on the number of members that would be exceeded. */
export interface LimitExceeded extends AtMember {
  readonly reason: 'limit'
  readonly entity: string
  readonly attribute: string
  readonly limit: number
}

/** The code of a `ModelError`. */
export type ModelErrorCode = keyof ModelErrorPayloads

/** An error of the model, with a stable code and the details of what happened. */
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

/** Returns the error for a wrong declaration, or a wrong use of one. */
export function definitionError(message: string, subject: string): ModelError<'DEFINITION'> {
  return new ModelError('DEFINITION', message, { subject })
}

/** Returns the error for a wrong value, or for a change that it does not allow. */
export function valueError(message: string, path: string): ModelError<'VALUE'> {
  return new ModelError('VALUE', message, { path })
}

/** Returns the error for input that sets an attribute which the model maintains itself. */
export function keptError(entity: string, attribute: string): ModelError<'VALUE'> {
  return valueError(`${entity}: "${attribute}" is kept by the model`, attribute)
}

/** Returns the error for a value that is wrong or missing in a key. */
export function keyError(message: string, attribute: string, template = ''): ModelError<'KEY'> {
  return new ModelError('KEY', message, { attribute, template })
}

/** Whether an error is a `ModelError`, and has the code, if one is given. */
export function isModelError<Code extends ModelErrorCode>(
  error: unknown,
  code?: Code,
): error is ModelError<Code> {
  return error instanceof ModelError && error.code === (code ?? error.code)
}
