import type { AttributeMap } from '@monotable/protocol'

/** Formats an item's key for the URL: its wire JSON. The same key always gives the same text. */
export function keyParam(key: AttributeMap): string {
  return JSON.stringify(key)
}

/** Parses a key from the URL; `undefined` if it is invalid. */
export function parseKeyParam(text: string | undefined): AttributeMap | undefined {
  if (text === undefined) return undefined
  try {
    const key: unknown = JSON.parse(text)
    return typeof key === 'object' && key !== null && !Array.isArray(key) ? (key as AttributeMap) : undefined
  } catch {
    return undefined
  }
}
