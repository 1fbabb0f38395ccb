/** Names in the table by the application's paths: `customerName`, `address.street`, `lines.*.price`. */
export type StoredNames = { readonly [path: string]: string } | undefined

type Value = { readonly [type: string]: unknown }
type Members = { readonly [name: string]: Value }

/** What the application calls an attribute of the table. */
export function codeName(names: StoredNames, stored: string): string {
  return (
    Object.entries(names ?? {}).find(([path, name]) => name === stored && !path.includes('.'))?.[0] ?? stored
  )
}

/** What an attribute of the application is called in the table. */
export function storedName(names: StoredNames, name: string): string {
  return names !== undefined && Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

/** A stored item by the application's names, with what is in it. */
export function byCodeNames(item: Members, names: StoredNames): Members {
  if (names === undefined) return item
  return Object.fromEntries(
    Object.entries(item).map(([stored, value]) => {
      const name = codeName(names, stored)
      return [name, valueByCodeNames(value, below(names, name))]
    }),
  )
}

function valueByCodeNames(value: Value, names: NonNullable<StoredNames>): Value {
  if (Object.keys(names).length === 0) return value
  const { M: members, L: elements } = value
  if (typeof members === 'object' && members !== null) return { M: byCodeNames(members as Members, names) }
  if (!Array.isArray(elements)) return value
  return { L: elements.map((one) => valueByCodeNames(one as Value, below(names, '*'))) }
}

/** The names of what is in a member, or in any. */
function below(names: NonNullable<StoredNames>, member: string): NonNullable<StoredNames> {
  const inner = Object.entries(names).flatMap(([path, name]): [string, string][] => {
    const prefix = [`${member}.`, '*.'].find((one) => path.startsWith(one))
    return prefix === undefined ? [] : [[path.slice(prefix.length), name]]
  })
  return Object.fromEntries(inner)
}
