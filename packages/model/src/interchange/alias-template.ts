import { compileTemplate } from '../keys/compile-template.ts'

/** What is known of a facet when its aliases are read. */
export interface AliasContext {
  /** The stored attribute that the alias is for. */
  readonly attribute: string
  readonly sorted: boolean
  /** The names of attributes that occur in the table or the facet. */
  readonly known: ReadonlySet<string>
  /** Those of them that are numbers. */
  readonly numbers: ReadonlySet<string>
  /** The keys of the facet's items. */
  readonly keys: readonly string[]
}

const bracketed = /^(?:<([^<>{}:]+)>|\$?\{([^{}]+)\}|\[([^[\]{}:]+)\])$/
const separator = '#'

/**
 * Reads the alias of a key as a template: `GROUP#name` becomes `GROUP#{name}`. A piece between `#` is an attribute when
 * it is in any kind of brackets, is the name of an attribute, or is not in capitals; unless all items contain it
 * literally. Returns `undefined` for an alias that only repeats the attribute's name.
 *
 * @example
 * const context = { attribute: 'SK', sorted: true, known: new Set(['SKU']), numbers: new Set([]), keys: [] }
 * aliasTemplate('ORDER#orderId#SKU', context)
 * // 'ORDER#{orderId}#{SKU}'
 */
export function aliasTemplate(alias: string, context: AliasContext): string | undefined {
  if (alias === context.attribute || alias === '') return undefined
  const pieces = alias.split(separator)
  const template = pieces.map((piece, at) => readPiece(piece, at, context)).join(separator)
  try {
    return compileTemplate(template, { sorted: context.sorted }).slots.length === 0 && pieces.length === 1
      ? undefined
      : template
  } catch {
    // The alias has braces of another kind, or slots that run into each other.
    return undefined
  }
}

/** Counts the keys that are not of the form of a template. */
export function countOdd(template: string, { sorted, keys }: AliasContext): number {
  const { pattern } = compileTemplate(template, { sorted })
  return keys.filter((key) => !pattern.test(key)).length
}

/** Whether an alias says nothing about how keys are built: it is only a name, or keys are built in another way. */
export function isOnlyName(alias: string, context: AliasContext): boolean {
  const template = aliasTemplate(alias, context)
  return template === undefined || countOdd(template, context) > 0
}

/** Returns a template as an alias: without braces, if it would be read back the same. */
export function templateAlias(template: string, context: AliasContext): string {
  const short = template.replaceAll(/\{([^{}:]+)(?::raw)?\}/g, '$1')
  return aliasTemplate(short, context) === template ? short : template
}

function readPiece(piece: string, at: number, context: AliasContext): string {
  const [, angled, braced, squared] = bracketed.exec(piece) ?? []
  // Braces are in our own syntax, and may include encodings.
  if (braced !== undefined) return `{${braced}}`
  const name = angled ?? squared
  if (name !== undefined) return slot(name, context)
  if (piece === '' || /[{}:]/.test(piece)) return piece
  const isConstant =
    context.keys.length > 0 && context.keys.every((key) => key.split(separator)[at] === piece)
  if (isConstant) return piece
  const isName = context.known.has(piece) || (/^[A-Za-z_][\w.-]*$/.test(piece) && /[a-z]/.test(piece))
  return isName ? slot(piece, context) : piece
}

/** Returns a slot. A number in a sort key has no encoding, as in the items themselves. */
function slot(name: string, { sorted, numbers }: AliasContext): string {
  return sorted && numbers.has(name) ? `{${name}:raw}` : `{${name}}`
}
