/**
 * A value as a caller gives it. Binary may be bytes or base64 text; numbers are decimal text. It is
 * checked and made canonical before the engine works with it.
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

/** Attributes by name, as a caller gives them: an item, a key, or the values of an expression. */
export type AttributeMapInput = { readonly [name: string]: AttributeValueInput }
