import type { AttributeMapInput } from './attribute-value-input.ts'

/** What `#names` in expressions stand for. */
export type ExpressionAttributeNames = { readonly [placeholder: string]: string }

/** What `:values` in expressions stand for. */
export type ExpressionAttributeValues = AttributeMapInput
