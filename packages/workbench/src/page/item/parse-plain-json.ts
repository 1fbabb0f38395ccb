import { type AttributeMap, type AttributeValue, setOwn } from '@monotable/protocol'
import { validateNumber } from './validate-text.ts'

const DEPTH_MAX = 40

/**
 * Converts plain JSON to a value, with all digits of its numbers. `JSON.parse` would round numbers, so they are first
 * turned into strings. All strings get a mark, so that none can be taken for a number.
 */
export function parsePlainJson(text: string): AttributeValue {
  const parsed: unknown = JSON.parse(text)
  // Numbers are marked only in text that is known to be JSON.
  if (typeof parsed !== 'object' && typeof parsed !== 'number')
    return valueFrom(typeof parsed === 'string' ? `s${parsed}` : parsed)
  const marked = text.replace(/"((?:[^"\\]|\\.)*)"|-?\d[\d.eE+-]*/gs, (found, inner?: string) =>
    inner === undefined ? `"n${found}"` : `"s${inner}"`,
  )
  return valueFrom(JSON.parse(marked))
}

function valueFrom(value: unknown, depth = 0): AttributeValue {
  if (depth > DEPTH_MAX) throw new SyntaxError('It is nested too deeply.')
  if (value === null) return { NULL: true }
  if (typeof value === 'boolean') return { BOOL: value }
  if (typeof value === 'string')
    return value[0] === 'n' ? { N: numberOf(value.slice(1)) } : { S: value.slice(1) }
  if (Array.isArray(value)) return { L: value.map((element) => valueFrom(element, depth + 1)) }
  const map: AttributeMap = {}
  for (const [name, inner] of Object.entries(value as object))
    setOwn(map, name.slice(1), valueFrom(inner, depth + 1))
  return { M: map }
}

function numberOf(text: string): string {
  const validated = validateNumber(text)
  if ('problem' in validated) throw new SyntaxError(validated.problem)
  return validated.text
}
