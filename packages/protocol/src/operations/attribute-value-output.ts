/** A value as a caller in process gets it: binary is bytes, numbers are decimal text. */
export type AttributeValueOutput =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: Uint8Array }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly Uint8Array[] }
  | { readonly L: readonly AttributeValueOutput[] }
  | { readonly M: AttributeMapOutput }

/** Attributes by name, as a caller in process gets them. */
export type AttributeMapOutput = { readonly [name: string]: AttributeValueOutput }
