import { hasOwn, setOwn, wellFormedText } from '@monotable/protocol'

type Members = { [name: string]: unknown }

/**
 * Changes a member in a copy. `copy` is the result so far: the first change copies the original, later ones write
 * to the copy. The caller's objects are never changed.
 */
export function withMember(copy: unknown, original: object, name: string, value: unknown): object {
  const target = copy === original ? { ...original } : (copy as object)
  setOwn(target as Members, name, value)
  return target
}

/** Leaves out a member in a copy. */
export function withoutMember(copy: unknown, original: object, name: string): object {
  const target = copy === original ? { ...original } : (copy as object)
  Reflect.deleteProperty(target, name)
  return target
}

/** Returns a copy with some members only: leaving out a million others one by one would take seconds. */
export function onlyMembers(original: object, names: Iterable<string>): object {
  const target: Members = {}
  for (const name of names) if (hasOwn(original, name)) target[name] = (original as Members)[name]
  return target
}

/**
 * Returns a copy with every name as UTF-8 can represent it. Names that become the same are one member, of which the last
 * counts: whoever judges a request must find there what its execution finds.
 */
export function withWellFormedNames(original: object): object {
  const target: Members = {}
  for (const [name, value] of Object.entries(original)) setOwn(target, wellFormedText(name), value)
  return target
}

/** Changes an element of a list in a copy. */
export function withElement(
  copy: readonly unknown[],
  original: readonly unknown[],
  index: number,
  value: unknown,
): readonly unknown[] {
  const target = copy === original ? [...original] : (copy as unknown[])
  target[index] = value
  return target
}
