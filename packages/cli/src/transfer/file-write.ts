import type { AttributeMap } from '@monotable/protocol'

/** The write that one line or row asks for. */
export type FileWrite =
  | { readonly put: AttributeMap }
  | { readonly remove: AttributeMap }
  | { readonly fault: string }
