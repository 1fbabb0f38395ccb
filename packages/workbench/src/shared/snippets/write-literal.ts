import type { Literal } from './literal.ts'
import { widestLine } from './snippet.ts'

/** The syntax of a language's literals. */
export interface LiteralStyle {
  readonly none: string
  readonly yes: string
  readonly no: string
  readonly indent: string
  text(value: string): string
  name(value: string): string
  bytes(base64: string): string
  date(seconds: number): string
}

/**
 * Writes a JavaScript or Python literal: on one line if it fits, else with one line per member. `indent` is the
 * indentation of the line that it begins on.
 */
export function writeLiteral(literal: Literal, style: LiteralStyle, indent = ''): string {
  switch (literal.kind) {
    case 'null':
      return style.none
    case 'boolean':
      return literal.value ? style.yes : style.no
    case 'number':
      return literal.text
    case 'text':
      return style.text(literal.value)
    case 'bytes':
      return style.bytes(literal.base64)
    case 'date':
      return style.date(literal.seconds)
    default:
      return writeMembers(literal, style, indent)
  }
}

function writeMembers(
  literal: Literal & { kind: 'list' | 'map' },
  style: LiteralStyle,
  indent: string,
): string {
  const [open, close] = literal.kind === 'list' ? ['[', ']'] : ['{', '}']
  if (literal.members.length === 0) return `${open}${close}`
  const inner = indent + style.indent
  const written =
    literal.kind === 'list'
      ? literal.members.map((member) => writeLiteral(member, style, inner))
      : literal.members.map(([name, member]) => `${style.name(name)}: ${writeLiteral(member, style, inner)}`)
  const pad = literal.kind === 'map' && style.none === 'null' ? ' ' : ''
  const line = `${open}${pad}${written.join(', ')}${pad}${close}`
  if (line.length + indent.length <= widestLine && !line.includes('\n')) return line
  return `${open}\n${written.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`
}

/** Quotes text in single quotes, with escapes that JavaScript and Python both understand. */
export function quoteText(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeCharacter)}'`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The syntax of JavaScript literals. */
export const scriptStyle: LiteralStyle = {
  none: 'null',
  yes: 'true',
  no: 'false',
  indent: '  ',
  text: quoteText,
  // Without brackets, this one name would set the prototype.
  name: (name) =>
    name === '__proto__' ? `['${name}']` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteText(name),
  bytes: (base64) => `Buffer.from(${quoteText(base64)}, 'base64')`,
  date: (seconds) => `new Date(${Math.round(seconds * 1_000)})`,
}
