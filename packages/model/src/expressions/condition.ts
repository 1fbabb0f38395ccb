import type { WireValue } from '../port/wire.ts'
import type { Steps } from './path.ts'

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** A value, or a path to one, that is compared or written. */
export type Operand =
  /** `asStored`: whether the steps are names of the table instead of the application's. */
  | { readonly kind: 'path'; readonly steps: Steps; readonly asStored?: true | undefined }
  | { readonly kind: 'size'; readonly steps: Steps }
  /** A value of the application, stored in the form that is declared for the path. */
  | { readonly kind: 'value'; readonly value: unknown; readonly steps: Steps }
  /** A value in stored form. */
  | { readonly kind: 'wire'; readonly value: WireValue }

/** A condition on an item: an immutable tree, independent of how it is written in an expression. */
export type Condition =
  | {
      readonly kind: 'compare'
      readonly comparator: Comparator
      readonly left: Operand
      readonly right: Operand
    }
  | { readonly kind: 'between'; readonly operand: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly list: readonly Operand[] }
  | { readonly kind: 'exists'; readonly steps: Steps }
  | { readonly kind: 'missing'; readonly steps: Steps; readonly asStored?: true | undefined }
  | { readonly kind: 'begins'; readonly steps: Steps; readonly prefix: Operand }
  | { readonly kind: 'contains'; readonly steps: Steps; readonly element: Operand }
  | { readonly kind: 'and'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }

/** Joins conditions by "and"; returns `undefined` when there are none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const present = conditions.filter((condition) => condition !== undefined)
  return present.length > 1 ? { kind: 'and', conditions: present } : present[0]
}

/** Returns the condition that an attribute has a stored value, or is missing. */
export function attributeIs(attribute: string, value: WireValue | undefined): Condition {
  return isAt([attribute], value && { kind: 'wire', value })
}

/** Returns the condition that a place of an item has a value, or none. */
export function isAt(steps: Steps, right: Operand | undefined, asStored?: true): Condition {
  if (right === undefined) return { kind: 'missing', steps, asStored }
  return { kind: 'compare', comparator: '=', left: { kind: 'path', steps, asStored }, right }
}

/** Returns the condition that the value at a place of an item compares in some way with another. */
export function comparesAt(steps: Steps, comparator: Comparator, right: Operand): Condition {
  return { kind: 'compare', comparator, left: { kind: 'path', steps }, right }
}
