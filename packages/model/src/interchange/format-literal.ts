import { quoteText } from '../documents/quote-text.ts'

/** A piece of source code: text, an object or type in braces, or a list. */
export type Source =
  | string
  | { readonly members: readonly Member[]; readonly kind: 'object' | 'type' }
  | { readonly elements: readonly Source[] }
  | { readonly before: string; readonly inner: Source; readonly after: string }
  | { readonly chain: readonly Source[] }

export interface Member {
  /** Literal text: `name`, `'a name'`, `name?`; the same as the value for a shorthand. */
  readonly name: string
  readonly value: Source
}

const width = 110

/** Formats source like the formatter of this project: on one line if it fits, else broken at its outermost braces. */
export function formatSource(source: Source, indent: number, used: number): string {
  const flat = flatten(source)
  if (used + flat.length <= width) return flat
  if (typeof source === 'string') return source
  if ('chain' in source) return formatChain(source.chain, indent)
  if ('before' in source) {
    return source.before + formatSource(source.inner, indent, used + source.before.length) + source.after
  }
  const pad = ' '.repeat(indent + 2)
  const end = ' '.repeat(indent)
  if ('elements' in source) {
    const lines = source.elements.map(
      (element) => `${pad}${formatSource(element, indent + 2, indent + 3)},\n`,
    )
    return `[\n${lines.join('')}${end}]`
  }
  const separator = source.kind === 'object' ? ',' : ''
  const lines = source.members.map(({ name, value }) => {
    if (name === value) return `${pad}${name}${separator}\n`
    const text = formatSource(value, indent + 2, indent + name.length + 5)
    return `${pad}${name}: ${text}${separator}\n`
  })
  return `{\n${lines.join('')}${end}}`
}

/** Formats consecutive pieces, each broken: the type and the argument of a call. */
function formatChain(chain: readonly Source[], indent: number): string {
  return chain
    .map((piece) => (typeof piece === 'string' ? piece : formatSource(piece, indent, width)))
    .join('')
}

function flatten(source: Source): string {
  if (typeof source === 'string') return source
  if ('chain' in source) return source.chain.map(flatten).join('')
  if ('before' in source) return source.before + flatten(source.inner) + source.after
  if ('elements' in source) return `[${source.elements.map(flatten).join(', ')}]`
  const { kind, members } = source
  const inner = members.map(({ name, value }) => (name === value ? name : `${name}: ${flatten(value)}`))
  return inner.length === 0 ? '{}' : `{ ${inner.join(kind === 'object' ? ', ' : '; ')} }`
}

/** Returns the name of a member, quoted if necessary. */
export function memberName(name: string, kind: 'object' | 'type' = 'object'): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__') return name
  // In an object, this one name would set the prototype, quoted or not.
  return name === '__proto__' && kind === 'object' ? `['__proto__']` : quoteText(name)
}

/** Returns a JSON value as source. */
export function literal(value: unknown): Source {
  if (typeof value === 'string') return quoteText(value)
  if (Array.isArray(value)) return { elements: value.map(literal) }
  if (typeof value === 'object' && value !== null) return object(Object.entries(value))
  return String(value)
}

/** Returns an object of JSON values or source; undefined values are left out. */
export function object(entries: readonly (readonly [string, unknown])[]): Source {
  const members = entries
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name: memberName(name), value: isSource(value) ? value : literal(value) }))
  return { kind: 'object', members }
}

function isSource(value: unknown): value is Exclude<Source, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('members' in value || 'elements' in value || 'before' in value || 'chain' in value)
  )
}
