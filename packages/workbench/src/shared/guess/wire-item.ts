import { getOwn } from '@monotable/protocol'

/** An item as parsed from JSON, not checked. */
export type WireItem = { readonly [attribute: string]: { readonly [type: string]: unknown } }

/** Returns the text of a string or number attribute; `undefined` for any other. */
export function scalarText(item: WireItem, attribute: string): string | undefined {
  const value = getOwn(item, attribute)
  if (typeof value !== 'object' || value === null) return undefined
  const scalar = value['S'] ?? value['N']
  return typeof scalar === 'string' ? scalar : undefined
}

/** Returns the text of a string attribute. */
export function textOf(item: WireItem, attribute: string): string | undefined {
  const text = getOwn(item, attribute)?.['S']
  return typeof text === 'string' ? text : undefined
}
