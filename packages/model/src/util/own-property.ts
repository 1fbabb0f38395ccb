/** Reads a property whose name comes from a user, ignoring inherited ones. */
export function getOwn<Value>(object: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Whether an object has no value, or null, for a name that comes from a user. */
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

/** Returns an object with some of another's properties, as far as it has them. */
export function pick<Value>(
  object: { readonly [name: string]: Value },
  names: readonly unknown[],
): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))
}
