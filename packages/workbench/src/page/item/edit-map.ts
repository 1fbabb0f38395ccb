import { type AttributeMap, type AttributeValue, hasOwn, setOwn } from '@monotable/protocol'

/** Returns a map with one attribute set; a new one is added at the end. */
export function withAttribute(map: AttributeMap, name: string, value: AttributeValue): AttributeMap {
  const copy = copyOf(map, (known) => known)
  setOwn(copy, name, value)
  return copy
}

export function withoutAttribute(map: AttributeMap, name: string): AttributeMap {
  return copyOf(map, (known) => (known === name ? undefined : known))
}

/** Returns a map with an attribute renamed, in the same position; unchanged if the name is taken. */
export function withRenamed(map: AttributeMap, name: string, renamed: string): AttributeMap {
  if (renamed === '' || hasOwn(map, renamed)) return map
  return copyOf(map, (known) => (known === name ? renamed : known))
}

/** Returns a name that the map does not have yet. */
export function freeName(map: AttributeMap): string {
  let number = 1
  while (hasOwn(map, `attribute${number}`)) number++
  return `attribute${number}`
}

function copyOf(map: AttributeMap, nameOf: (name: string) => string | undefined): AttributeMap {
  const copy: AttributeMap = {}
  for (const [known, value] of Object.entries(map)) {
    const name = nameOf(known)
    if (name !== undefined) setOwn(copy, name, value)
  }
  return copy
}
