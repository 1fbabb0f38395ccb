/** Reads a property whose name comes from a user, never an inherited one. */
export function getOwn<Value>(object: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Writes a property whose name comes from a user; `__proto__` becomes an ordinary property. */
export function setOwn<Value>(object: { [name: string]: Value }, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  } else {
    object[name] = value
  }
}
