/** Reads a property whose name comes from a user, never an inherited one. */
export function getOwn<Value>(object: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Whether an object has no value of a name that comes from a user: nothing, or null. */
export function lacks(object: { readonly [name: string]: unknown }, name: string): boolean {
  const value = getOwn(object, name)
  return value === undefined || value === null
}

/** Writes a property whose name comes from a user; `__proto__` becomes an ordinary property. */
export function setOwn<Value>(object: { [name: string]: Value }, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  } else {
    object[name] = value
  }
}

/** Some of an object's properties, where it has them. */
export function pick<Value>(
  object: { readonly [name: string]: Value },
  names: readonly unknown[],
): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))
}
