/** A condition on a sort key, with its values in wire form. */
export interface SortCondition {
  readonly operator: '=' | '<' | '<=' | '>' | '>=' | 'begins_with' | 'between'
  readonly values: readonly WireScalar[]
}

export type WireScalar = { readonly [type: string]: unknown }

/** The parsed key condition of a Query. */
export interface ReadQuery {
  readonly index?: string | undefined
  readonly equal: readonly { readonly attribute: string; readonly value: WireScalar }[]
  readonly sort?: (SortCondition & { readonly attribute: string }) | undefined
}

type Input = { readonly [member: string]: unknown }

const word = '(#?[\\w.-]+)'
const value = '(:\\w+)'
const begins = new RegExp(`^begins_with\\s*\\(\\s*${word}\\s*,\\s*${value}\\s*\\)$`, 'i')
const between = new RegExp(`^${word}\\s+between\\s+${value}\\s+and\\s+${value}$`, 'i')
const compare = new RegExp(`^${word}\\s*(<=|>=|=|<|>)\\s*${value}$`)

/**
 * Parses a KeyConditionExpression: comparisons joined by AND. Parentheses around a comparison are removed.
 *
 *     Condition : Comparison ( "AND" Comparison )*
 */
export function readQuery(input: object): ReadQuery | { readonly reason: string } {
  const members = input as Input
  const expression = members['KeyConditionExpression']
  if (typeof expression !== 'string') return { reason: 'It has no KeyConditionExpression.' }
  const names = (members['ExpressionAttributeNames'] ?? {}) as { readonly [name: string]: string }
  const values = (members['ExpressionAttributeValues'] ?? {}) as { readonly [name: string]: WireScalar }
  const equal: { attribute: string; value: WireScalar }[] = []
  let sort: ReadQuery['sort']
  for (const text of splitConjunction(expression)) {
    const read = readComparison(text, names, values)
    if (read === undefined) return { reason: `"${text}" is not a key condition.` }
    if (read.operator === '=') equal.push({ attribute: read.attribute, value: read.values[0] ?? {} })
    else if (sort === undefined) sort = read
    else return { reason: 'A key condition has one range at most.' }
  }
  const index = members['IndexName']
  return { equal, sort, index: typeof index === 'string' ? index : undefined }
}

function readComparison(
  text: string,
  names: { readonly [name: string]: string },
  values: { readonly [name: string]: WireScalar },
): NonNullable<ReadQuery['sort']> | undefined {
  const attribute = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)
  const given = (name: string | undefined) =>
    name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
  const [, beginsName, prefix] = begins.exec(text) ?? []
  if (beginsName !== undefined) return withValues(attribute(beginsName), 'begins_with', [given(prefix)])
  const [, betweenName, low, high] = between.exec(text) ?? []
  if (betweenName !== undefined)
    return withValues(attribute(betweenName), 'between', [given(low), given(high)])
  const [, name, operator, operand] = compare.exec(text) ?? []
  if (name === undefined) return undefined
  return withValues(attribute(name), operator as SortCondition['operator'], [given(operand)])
}

function withValues(
  attribute: string,
  operator: SortCondition['operator'],
  values: readonly (WireScalar | undefined)[],
): NonNullable<ReadQuery['sort']> | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? { attribute, operator, values: known } : undefined
}

/** Splits at every AND except that of a BETWEEN. */
export function splitConjunction(expression: string): string[] {
  const parts: string[] = []
  for (const part of expression.split(/\band\b/i)) {
    const last = parts.at(-1)
    if (last !== undefined && /\bbetween\s+:\w+\s*$/i.test(last))
      parts[parts.length - 1] = `${last}AND${part}`
    else parts.push(part)
  }
  return parts.map(stripParentheses)
}

export function stripParentheses(text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith('(') && trimmed.endsWith(')') ? trimmed.slice(1, -1).trim() : trimmed
}
