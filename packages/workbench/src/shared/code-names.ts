/** Stored names by the application's paths: `customerName`, `address.street`, `lines.*.price`. */
export type StoredNames = { readonly [path: string]: string } | undefined

type Value = { readonly [type: string]: unknown }
type Members = { readonly [name: string]: Value }

/** Returns the application's name of a stored attribute. */
export function codeName(names: StoredNames, stored: string): string {
  return (
    Object.entries(names ?? {}).find(([path, name]) => name === stored && !path.includes('.'))?.[0] ?? stored
  )
}

/** Returns the stored name of an attribute of the application. */
export function storedName(names: StoredNames, name: string): string {
  return names !== undefined && Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

/** Renames the attributes of a stored item, and their members, to the application's names. */
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

/** Returns the names below a member, including those that apply to any member. */
function below(names: NonNullable<StoredNames>, member: string): NonNullable<StoredNames> {
  const inner = Object.entries(names).flatMap(([path, name]): [string, string][] => {
    const prefix = [`${member}.`, '*.'].find((one) => path.startsWith(one))
    return prefix === undefined ? [] : [[path.slice(prefix.length), name]]
  })
  return Object.fromEntries(inner)
}
