import { setOwn } from '@monotable/protocol'

/**
 * The positions of attribute values in an input or output of the document client, in the SDK's own notation: `null` for
 * a value, an empty object for a container of values, `*` for any member, otherwise the member's name.
 */
export type KeyNodes = { readonly [name: string]: KeyNodes } | readonly [] | null

/** Converts the attribute values of an input or output, and copies the rest. */
export function translateNodes(
  value: unknown,
  nodes: KeyNodes,
  convert: (value: unknown) => unknown,
): unknown {
  if (value === undefined || nodes === null) return value === undefined ? value : convert(value)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(nodes)
  if (names.length === 0) return mapMembers(value, convert)
  const byName = nodes as { readonly [name: string]: KeyNodes }
  const [first = ''] = names
  if (names.length === 1 && first === '*') {
    return mapMembers(value, (member) => translateNodes(member, byName['*'] ?? null, convert))
  }
  const copy: { [name: string]: unknown } = {}
  for (const [name, member] of Object.entries(value)) {
    if (!isData(member)) continue
    const known = Object.hasOwn(byName, name)
    setOwn(copy, name, known ? translateNodes(member, byName[name] ?? null, convert) : member)
  }
  return copy
}

function mapMembers(container: object, convert: (value: unknown) => unknown): unknown {
  if (Array.isArray(container)) return container.filter(isData).map(convert)
  const copy: { [name: string]: unknown } = {}
  for (const [name, member] of Object.entries(container)) {
    if (member === undefined || !isData(member)) continue
    const converted = convert(member)
    if (converted !== undefined) setOwn(copy, name, converted)
  }
  return copy
}

/** Methods of class instances are not data; the SDK leaves them out too. */
function isData(value: unknown): boolean {
  return typeof value !== 'function'
}
