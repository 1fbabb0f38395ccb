import { type AttributeMap, canonicalizeItem, hasOwn } from '@monotable/protocol'

/** Checks the content of each type, in its JSON form. */
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

/** Parses an item from DynamoDB JSON; an error contains the path to the fault. */
export function parseWireItem(text: string): AttributeMap {
  const parsed: unknown = JSON.parse(text)
  if (!isObject(parsed)) throw new SyntaxError('An item must be an object of attributes.')
  checkAttributes(parsed, '')
  return canonicalizeItem(parsed).item
}

function checkAttributes(map: { readonly [name: string]: unknown }, path: string, depth = 0): void {
  for (const [name, value] of Object.entries(map)) {
    checkValue(value, path === '' ? name : `${path}.${name}`, depth)
  }
}

function checkValue(value: unknown, path: string, depth: number): void {
  if (depth > DEPTH_MAX) throw new SyntaxError(`${path} is nested too deeply.`)
  const types = isObject(value) ? Object.keys(value) : []
  const type = types[0]
  if (!isObject(value) || types.length !== 1 || type === undefined || !hasOwn(shapes, type)) {
    throw new SyntaxError(`${path} must be a value with its type, such as { "S": "text" } or { "N": "1" }.`)
  }
  const content = value[type]
  if (!shapes[type]?.(content)) throw new SyntaxError(`${path} is not a valid ${type} value.`)
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
