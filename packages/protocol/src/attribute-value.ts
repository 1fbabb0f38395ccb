/**
 * A value in its wire and storage form: DynamoDB's JSON, with binary in base64 and numbers as decimal text. Inside
 * the engine every value is canonical: numbers in DynamoDB's normal form, base64 with padding, sets without
 * duplicates.
 */
export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly L: readonly AttributeValue[] }
  | { readonly M: AttributeMap }

/**
 * Attributes by name. Names are chosen by users (`__proto__` and `constructor` are ordinary names), so they are
 * read and written only with `getOwn`, `hasOwn` and `setOwn`.
 */
export type AttributeMap = { [name: string]: AttributeValue }

/** The ten types that an attribute value can have. */
export type AttributeType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'SS' | 'NS' | 'BS' | 'L' | 'M'

/** Returns the type of a canonical value: the name of its only property. */
export function attributeTypeOf(value: AttributeValue): AttributeType {
  for (const type in value) return type as AttributeType
  throw new TypeError('an attribute value without a type')
}
