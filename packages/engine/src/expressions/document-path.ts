import { type AttributeMap, type AttributeValue, getOwn } from '@monotable/protocol'

/** Where a value is in an item: the name of its attribute, then names in maps and indexes in lists. */
export type DocumentPath = readonly (string | number)[]

/** The value at a path, or `undefined` when there is nothing. */
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

/** A path as DynamoDB prints it in messages: `[a, b, [0]]`. */
export function formatPath(path: DocumentPath): string {
  return `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`
}

export function isSamePath(a: DocumentPath, b: DocumentPath): boolean {
  return a.length === b.length && a.every((step, depth) => step === b[depth])
}
