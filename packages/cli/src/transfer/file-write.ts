import type { AttributeMap } from '@monotable/protocol'

/** What one line or row wants done. */
export type FileWrite =
  | { readonly put: AttributeMap }
  | { readonly remove: AttributeMap }
  | { readonly fault: string }
