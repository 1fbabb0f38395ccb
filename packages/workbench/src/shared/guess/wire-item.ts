import { getOwn } from '@monotable/protocol'

/** An item as JSON says it: nothing of it is certain. */
export type WireItem = { readonly [attribute: string]: { readonly [type: string]: unknown } }

/** The text of an attribute that is text or a number; nothing for all others. */
export function scalarText(item: WireItem, attribute: string): string | undefined {
  const value = getOwn(item, attribute)
  if (typeof value !== 'object' || value === null) return undefined
  const scalar = value['S'] ?? value['N']
  return typeof scalar === 'string' ? scalar : undefined
}

/** The text of an attribute that is text. */
export function textOf(item: WireItem, attribute: string): string | undefined {
  const text = getOwn(item, attribute)?.['S']
  return typeof text === 'string' ? text : undefined
}
