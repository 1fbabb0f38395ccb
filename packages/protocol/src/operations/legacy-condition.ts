import type { AttributeValueInput } from './attribute-value-input.ts'

/** How a legacy condition compares an attribute with its values. */
export type ComparisonOperator =
  | 'EQ'
  | 'NE'
  | 'IN'
  | 'LE'
  | 'LT'
  | 'GE'
  | 'GT'
  | 'BETWEEN'
  | 'NOT_NULL'
  | 'NULL'
  | 'CONTAINS'
  | 'NOT_CONTAINS'
  | 'BEGINS_WITH'

/** How several legacy conditions are joined. */
export type ConditionalOperator = 'AND' | 'OR'

/** What a legacy update does to one attribute. */
export type AttributeAction = 'ADD' | 'PUT' | 'DELETE'

/** A condition on one attribute, in `KeyConditions`, `QueryFilter` and `ScanFilter`. */
export interface LegacyCondition {
  readonly AttributeValueList?: readonly AttributeValueInput[] | undefined
  readonly ComparisonOperator: ComparisonOperator
}

/** A condition on one attribute of the item that a write replaces, in `Expected`. */
export interface ExpectedAttributeValue {
  readonly Value?: AttributeValueInput | undefined
  readonly Exists?: boolean | undefined
  readonly ComparisonOperator?: ComparisonOperator | undefined
  readonly AttributeValueList?: readonly AttributeValueInput[] | undefined
}

/** A change of one attribute, in `AttributeUpdates`. */
export interface AttributeValueUpdate {
  readonly Value?: AttributeValueInput | undefined
  readonly Action?: AttributeAction | undefined
}

/** Legacy conditions by attribute name. */
export type LegacyConditions = { readonly [name: string]: LegacyCondition }

/** Legacy expectations by attribute name. */
export type ExpectedAttributes = { readonly [name: string]: ExpectedAttributeValue }
