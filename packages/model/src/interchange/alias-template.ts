import { compileTemplate } from '../keys/compile-template.ts'

/** What is known of a facet when its aliases are read. */
export interface AliasContext {
  /** The stored attribute that the alias is for. */
  readonly attribute: string
  readonly sorted: boolean
  /** The names of attributes that the table or the facet speaks of. */
  readonly known: ReadonlySet<string>
  /** Those of them that are numbers. */
  readonly numbers: ReadonlySet<string>
  /** The keys of the facet's items. */
  readonly keys: readonly string[]
}

const bracketed = /^(?:<([^<>{}:]+)>|\$?\{([^{}]+)\}|\[([^[\]{}:]+)\])$/
const separator = '#'

/**
 * Reads the alias of a key as the template that it stands for: `GROUP#name` is `GROUP#{name}`. A piece between `#` is an
 * attribute when it is in brackets of some kind, when it is the name of one, or when it is not all capitals; unless all
 * items have it as it stands. Gives nothing where the alias says no more than the attribute's name.
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
    // Braces that are none of ours, or slots that run into each other.
    return undefined
  }
}

/** How a template is written as an alias: without braces where it would be read back the same. */
export function templateAlias(template: string, context: AliasContext): string {
  const short = template.replaceAll(/\{([^{}:]+)(?::raw)?\}/g, '$1')
  return aliasTemplate(short, context) === template ? short : template
}

function readPiece(piece: string, at: number, context: AliasContext): string {
  const [, angled, braced, squared] = bracketed.exec(piece) ?? []
  // Braces are as we write them, with encodings and all.
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

/** A number in a sort key is taken as it stands: that is how the items have it. */
function slot(name: string, { sorted, numbers }: AliasContext): string {
  return sorted && numbers.has(name) ? `{${name}:raw}` : `{${name}}`
}
