import type { AttributeMap } from '@monotable/protocol'

/** An item's key as it stands in the URL: its wire JSON. The same key always gives the same text. */
export function keyParam(key: AttributeMap): string {
  return JSON.stringify(key)
}

/** Reads a key from the URL; what is none is as if it were not there. */
export function parseKeyParam(text: string | undefined): AttributeMap | undefined {
  if (text === undefined) return undefined
  try {
    const key: unknown = JSON.parse(text)
    return typeof key === 'object' && key !== null && !Array.isArray(key) ? (key as AttributeMap) : undefined
  } catch {
    return undefined
  }
}
