import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { getOwn } from '@monotable/protocol'

/** A document path: an attribute's name, then names in maps and indexes in lists. */
export type Path = readonly [string, ...(string | number)[]]

/** Returns the value at a path, if there is one. */
export function valueAt(item: AttributeMap, path: Path): AttributeValue | undefined {
  const [name, ...steps] = path
  let value = getOwn(item, name)
  for (const step of steps) {
    if (value === undefined) return undefined
    if (typeof step === 'number') value = 'L' in value ? value.L[step] : undefined
    else value = 'M' in value ? getOwn(value.M, step) : undefined
  }
  return value
}

/** Returns a deep copy that can be changed. */
export function copyOf<Value>(value: Value): Value {
  return structuredClone(value)
}

/**
 * Returns the parts of an item at some paths, put together again: maps with only those members, lists with only those
 * elements, closed up; parts that would be empty are left out.
 */
export function fragment(item: AttributeMap, paths: readonly Path[]): AttributeMap {
  const result: AttributeMap = {}
  for (const name of new Set(paths.map(([first]) => first))) {
    const value = getOwn(item, name)
    const rests = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
    const part = value && partOf(value, rests)
    if (part !== undefined) {
      Object.defineProperty(result, name, {
        value: part,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }
  return result
}

function partOf(value: AttributeValue, paths: readonly (string | number)[][]): AttributeValue | undefined {
  if (paths.some((path) => path.length === 0)) return value
  const steps = [...new Set(paths.map(([step]) => step))]
  const restsOf = (step: string | number) =>
    paths.filter(([first]) => first === step).map(([, ...rest]) => rest)
  if ('L' in value) {
    const indexes = steps.filter((step) => typeof step === 'number').sort((a, b) => a - b)
    const L = indexes.flatMap((index) => {
      const element = value.L[index]
      return (element && partOf(element, restsOf(index))) ?? []
    })
    return L.length === 0 ? undefined : { L }
  }
  if (!('M' in value)) return undefined
  const members = steps.flatMap((step): [string, AttributeValue][] => {
    const member = typeof step === 'string' ? getOwn(value.M, step) : undefined
    const part = member && partOf(member, restsOf(step as string))
    return part === undefined ? [] : [[step as string, part]]
  })
  return members.length === 0 ? undefined : { M: Object.fromEntries(members) }
}
