import { type AttributeMap, type AttributeValue, getOwn } from '@monotable/protocol'

/** The location of a value in an item: the name of its attribute, followed by names in maps and indexes in lists. */
export type DocumentPath = readonly (string | number)[]

/** Returns the value at a path, or `undefined` if there is none. */
export function readPath(item: AttributeMap, path: DocumentPath): AttributeValue | undefined {
  let value = getOwn(item, path[0] as string)
  for (let depth = 1; depth < path.length && value !== undefined; depth++) {
    value = readStep(value, path[depth] as string | number)
  }
  return value
}

function readStep(value: AttributeValue, step: string | number): AttributeValue | undefined {
  if (typeof step === 'number') return 'L' in value ? value.L[step] : undefined
  return 'M' in value ? getOwn(value.M, step) : undefined
}

/** Formats a path as DynamoDB does in messages: `[a, b, [0]]`. */
export function formatPath(path: DocumentPath): string {
  return `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`
}

export function isSamePath(a: DocumentPath, b: DocumentPath): boolean {
  return a.length === b.length && a.every((step, depth) => step === b[depth])
}
