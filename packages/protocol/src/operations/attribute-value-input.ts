/**
 * A value as given by a caller. Binary may be bytes or base64 text; numbers are decimal text. It is validated and
 * made canonical before the engine uses it.
 */
export type AttributeValueInput =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: Uint8Array | string }
  | { readonly BOOL: boolean }
  | { readonly NULL: boolean }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly (Uint8Array | string)[] }
  | { readonly L: readonly AttributeValueInput[] }
  | { readonly M: AttributeMapInput }

/** Attributes by name, as given by a caller: an item, a key, or the values of an expression. */
export type AttributeMapInput = { readonly [name: string]: AttributeValueInput }
