import { type AttributeMap, canonicalizeItem, hasOwn } from '@monotable/protocol'

/** Shapes of what stands under a type, as JSON has them. */
const shapes: { readonly [type: string]: (content: unknown) => boolean } = {
  S: isString,
  N: isString,
  B: isString,
  BOOL: (content) => typeof content === 'boolean',
  NULL: (content) => typeof content === 'boolean',
  SS: (content) => Array.isArray(content) && content.every(isString),
  NS: (content) => Array.isArray(content) && content.every(isString),
  BS: (content) => Array.isArray(content) && content.every(isString),
  L: Array.isArray,
  M: isObject,
}

const DEPTH_MAX = 40

/** Reads an item from DynamoDB's JSON; throws with the path to what is wrong. */
export function parseWireItem(text: string): AttributeMap {
  const parsed: unknown = JSON.parse(text)
  if (!isObject(parsed)) throw new SyntaxError('An item is an object of attributes.')
  checkAttributes(parsed, '')
  return canonicalizeItem(parsed).item
}

function checkAttributes(map: { readonly [name: string]: unknown }, path: string, depth = 0): void {
  for (const [name, value] of Object.entries(map)) {
    checkValue(value, path === '' ? name : `${path}.${name}`, depth)
  }
}

function checkValue(value: unknown, path: string, depth: number): void {
  if (depth > DEPTH_MAX) throw new SyntaxError(`${path} is nested too deep.`)
  const types = isObject(value) ? Object.keys(value) : []
  const type = types[0]
  if (!isObject(value) || types.length !== 1 || type === undefined || !hasOwn(shapes, type)) {
    throw new SyntaxError(`${path} has to be a value with its type, such as { "S": "text" } or { "N": "1" }.`)
  }
  const content = value[type]
  if (!shapes[type]?.(content)) throw new SyntaxError(`${path} is not what ${type} can hold.`)
  if (type === 'M') checkAttributes(content as { [name: string]: unknown }, path, depth + 1)
  if (type === 'L') {
    ;(content as unknown[]).forEach((element, place) => {
      checkValue(element, `${path}[${place}]`, depth + 1)
    })
  }
}

function isString(content: unknown): content is string {
  return typeof content === 'string'
}

function isObject(content: unknown): content is { readonly [name: string]: unknown } {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}
