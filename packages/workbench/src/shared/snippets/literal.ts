import { findShape, type Shape } from './operation-shapes.ts'

/** A value to be written in some language. Members keep their order, and any text may be a name. */
export type Literal =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'date'; readonly seconds: number }
  | { readonly kind: 'bytes'; readonly base64: string }
  | { readonly kind: 'list'; readonly members: readonly Literal[] }
  | { readonly kind: 'map'; readonly members: readonly (readonly [string, Literal])[] }

/** Deeper than any item can be; deeper values are left out rather than overflowing the stack. */
const maximumDepth = 200

/** Reads the wire form of an operation's input, and recognizes binary values. */
export function readLiteral(operation: string, input: object): Literal {
  return read(input, findShape(operation), 0)
}

/** Whether a literal contains a binary value. */
export function hasBytes(literal: Literal): boolean {
  if (literal.kind === 'bytes') return true
  if (literal.kind === 'list') return literal.members.some(hasBytes)
  return literal.kind === 'map' && literal.members.some(([, member]) => hasBytes(member))
}

function read(value: unknown, shape: Shape, depth: number): Literal {
  if (depth > maximumDepth || value === null || value === undefined) return { kind: 'null' }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value === 'number' && shape === 'date') return { kind: 'date', seconds: value }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  if (typeof value === 'string') return { kind: 'text', value }
  if (typeof value !== 'object') return { kind: 'text', value: String(value) }
  if (Array.isArray(value)) {
    const inner = typeof shape === 'object' && 'list' in shape ? shape.list : 'plain'
    return { kind: 'list', members: value.map((member) => read(member, inner, depth + 1)) }
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, readMember(name, member, shape, depth)] as const)
  return { kind: 'map', members }
}

function readMember(name: string, value: unknown, shape: Shape, depth: number): Literal {
  if (shape === 'value') {
    if (name === 'B' && typeof value === 'string') return { kind: 'bytes', base64: value }
    if (name === 'BS' && Array.isArray(value)) {
      return { kind: 'list', members: value.map((member) => ({ kind: 'bytes', base64: String(member) })) }
    }
    if (name === 'M') return read(value, { map: 'value' }, depth + 1)
    if (name === 'L') return read(value, { list: 'value' }, depth + 1)
  }
  if (typeof shape === 'object' && 'map' in shape) return read(value, shape.map, depth + 1)
  if (typeof shape === 'object' && 'members' in shape && Object.hasOwn(shape.members, name)) {
    return read(value, shape.members[name] ?? 'plain', depth + 1)
  }
  return read(value, 'plain', depth + 1)
}
