import type { AttributeValue } from '@monotable/protocol'

/**
 * Returns text that is the same for two values of an attribute exactly if they are equal: the type and the
 * canonical form.
 */
export function filterText(value: AttributeValue): string
export function filterText(value: AttributeValue | undefined): string | undefined
export function filterText(value: AttributeValue | undefined): string | undefined {
  if (value === undefined) return undefined
  if ('S' in value) return `S${value.S}`
  if ('N' in value) return `N${value.N}`
  return 'B' in value ? `B${value.B}` : JSON.stringify(value)
}
