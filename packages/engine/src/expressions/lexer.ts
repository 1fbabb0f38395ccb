/** Words that are never attribute names, in any kind of expression and in any letter case. */
export type Keyword = 'AND' | 'OR' | 'NOT' | 'BETWEEN' | 'IN' | 'SET' | 'REMOVE' | 'ADD' | 'DELETE'

/** Signs; where one is a prefix of another, the longer one first. */
export type Sign = '(' | ')' | '[' | ']' | '.' | ',' | '+' | '-' | '=' | '<>' | '<=' | '<' | '>=' | '>'

/** The kind of a token: `name` is a `#name`, `value` a `:value`, `unknown` a character that cannot begin a token. */
export type TokenKind = Keyword | Sign | 'identifier' | 'name' | 'value' | 'number' | 'unknown' | 'end'

/** A piece of an expression's text. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly start: number
  readonly end: number
}

const keywords = new Map<string, Keyword>(
  (['AND', 'OR', 'NOT', 'BETWEEN', 'IN', 'SET', 'REMOVE', 'ADD', 'DELETE'] as const).map((word) => [
    word,
    word,
  ]),
)
const LONGEST_KEYWORD = 7

/**
 * One token after another, by the first group that matches.
 *
 *     IDENTIFIER : [A-Za-z] [A-Za-z0-9_]*
 *     NAME       : "#" [A-Za-z0-9_]+
 *     VALUE      : ":" [A-Za-z0-9_]+
 *     NUMBER     : "0" | [1-9] [0-9]*
 */
const tokenPattern =
  /[ \t\r\n]*(?:([A-Za-z][A-Za-z0-9_]*)|(#[A-Za-z0-9_]+)|(:[A-Za-z0-9_]+)|(0|[1-9][0-9]*)|(<>|<=|>=|[()[\].,+\-=<>])|(.))?/suy

/** Splits an expression into tokens. The last one is always the end; nothing is an error yet. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  for (;;) {
    const match = tokenPattern.exec(source)
    const end = tokenPattern.lastIndex
    const token = match === null ? undefined : tokenOf(match, end)
    if (token === undefined) break
    tokens.push(token)
  }
  tokens.push({ kind: 'end', text: '<EOF>', start: source.length, end: source.length })
  return tokens
}

function tokenOf(match: RegExpExecArray, end: number): Token | undefined {
  const [, identifier, name, value, number, sign, unknown] = match
  if (identifier !== undefined) return make(keywordOf(identifier) ?? 'identifier', identifier, end)
  if (sign !== undefined) return make(sign as Sign, sign, end)
  if (value !== undefined) return make('value', value, end)
  if (name !== undefined) return make('name', name, end)
  if (number !== undefined) return make('number', number, end)
  return unknown === undefined ? undefined : make('unknown', unknown, end)
}

function keywordOf(word: string): Keyword | undefined {
  return word.length <= LONGEST_KEYWORD ? keywords.get(word.toUpperCase()) : undefined
}

function make(kind: TokenKind, text: string, end: number): Token {
  return { kind, text, start: end - text.length, end }
}
