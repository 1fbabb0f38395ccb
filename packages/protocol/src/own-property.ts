/** Reads a property with a user-chosen name, never an inherited one. */
export function getOwn<Value>(object: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Returns whether an object has an own property with a user-chosen name. */
export function hasOwn(object: object, name: string): boolean {
  return Object.hasOwn(object, name)
}

/** Writes a property with a user-chosen name; `__proto__` becomes an ordinary property. */
export function setOwn<Value>(object: { [name: string]: Value }, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  } else {
    object[name] = value
  }
}

/** With more names than this, V8 keeps an object as a dictionary. */
const DICTIONARY_FROM_NAMES = 1_000

/**
 * Returns the values of an object, given all of its names. Two parallel arrays cost a third of looking up each
 * name, except for an object with very many names: there, `Object.values` costs twice as much as looking them up.
 */
export function valuesOf(
  object: { readonly [name: string]: unknown },
  names: readonly string[],
): readonly unknown[] {
  return names.length < DICTIONARY_FROM_NAMES ? Object.values(object) : names.map((name) => object[name])
}
