import { isKeyword } from './keywords.ts'
import { notWellFormed, type Span } from './statement-error.ts'

/**
 * The kind of a token. `operator` is a sign or a word between operands or before one; `name` is an unquoted name,
 * `quoted` a quoted one; `ion` is a literal in backticks.
 */
export type TokenKind =
  | 'name'
  | 'quoted'
  | 'keyword'
  | 'operator'
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'missing'
  | 'ion'
  | 'end'
  | Sign

/** Signs that are not operators. The star is an operator, and also stands for everything. */
export type Sign = '(' | ')' | '[' | ']' | '{' | '}' | '<<' | '>>' | ',' | ':' | ';' | '?' | '.'

/** A piece of a statement's text. */
export interface Token extends Span {
  readonly kind: TokenKind
  /** A name or a string without its quotes, a keyword or an operator in lower case, anything else as written. */
  readonly text: string
}

/**
 *     NAME   : [A-Za-z_$] [A-Za-z0-9_$]*
 *     NUMBER : [0-9]+ ( "." [0-9]* )? EXP? | "." [0-9]+ EXP?
 *     EXP    : [eE] [+-]? [0-9]+
 */
const tokenPattern =
  /([A-Za-z_$][A-Za-z0-9_$]*)|((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]*)?)|(<<|>>|[()[\]{},:;?.])|(<>|!=|<=|>=|\|\||[-+*/%<>=@])/y
const blankPattern = /[ \t\r\n\v\f]*/y

const quotes: ReadonlyMap<string, TokenKind> = new Map([
  ["'", 'string'],
  ['"', 'quoted'],
  ['`', 'ion'],
])

const wordKinds: ReadonlyMap<string, TokenKind> = new Map([
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
  ['missing', 'missing'],
  ['and', 'operator'],
  ['or', 'operator'],
  ['not', 'operator'],
  ['in', 'operator'],
  ['is', 'operator'],
  ['like', 'operator'],
  ['between', 'operator'],
])

/** Pairs of words that form one token. */
const pairs: ReadonlyMap<string, ReadonlyMap<string, TokenKind>> = new Map([
  [
    'not',
    new Map<string, TokenKind>([
      ['in', 'operator'],
      ['like', 'operator'],
      ['between', 'operator'],
    ]),
  ],
  ['is', new Map<string, TokenKind>([['not', 'operator']])],
  ['insert', new Map<string, TokenKind>([['into', 'keyword']])],
  ['on', new Map<string, TokenKind>([['conflict', 'keyword']])],
  ['do', new Map<string, TokenKind>([['nothing', 'keyword']])],
  ['double', new Map<string, TokenKind>([['precision', 'keyword']])],
  ['character', new Map<string, TokenKind>([['varying', 'keyword']])],
  [
    'all',
    new Map<string, TokenKind>([
      ['old', 'keyword'],
      ['new', 'keyword'],
    ]),
  ],
  [
    'modified',
    new Map<string, TokenKind>([
      ['old', 'keyword'],
      ['new', 'keyword'],
    ]),
  ],
])

/** Splits a statement into tokens, without blanks and comments. The last one is always the end. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  for (let position = skipBlanks(source, 0); position < source.length; ) {
    const token = tokenAt(source, position)
    push(tokens, token)
    position = skipBlanks(source, token.end)
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length })
  return tokens
}

function push(tokens: Token[], token: Token): void {
  const before = tokens.at(-1)
  if (before?.kind === 'keyword' || before?.kind === 'operator') {
    const kind = pairs.get(before.text)?.get(token.text)
    if (kind !== undefined && (token.kind === 'keyword' || token.kind === 'operator')) {
      tokens[tokens.length - 1] = {
        kind,
        text: `${before.text} ${token.text}`,
        start: before.start,
        end: token.end,
      }
      return
    }
  }
  tokens.push(token)
}

function tokenAt(source: string, start: number): Token {
  const quote = quotes.get(source[start] as string)
  if (quote !== undefined) return quotedAt(source, start, quote)
  tokenPattern.lastIndex = start
  const match = tokenPattern.exec(source)
  if (match === null) throw notWellFormed()
  const [, word, number, sign, operator] = match
  const end = tokenPattern.lastIndex
  if (word !== undefined) return wordToken(word, start, end)
  if (number !== undefined) return numberToken(number, start, end)
  if (sign !== undefined) return { kind: sign as Sign, text: sign, start, end }
  return { kind: 'operator', text: operator === '!=' ? '<>' : (operator as string), start, end }
}

function wordToken(word: string, start: number, end: number): Token {
  const lower = word.toLowerCase()
  if (!isKeyword(lower)) return { kind: 'name', text: word, start, end }
  return { kind: wordKinds.get(lower) ?? 'keyword', text: lower, start, end }
}

const INT32_MAX = 2 ** 31 - 1

/**
 * Reads a number. Numbers are limited as in Java: the digits after the point minus the exponent must fit in 32
 * bits.
 */
function numberToken(text: string, start: number, end: number): Token {
  const [mantissa, exponent] = text.toLowerCase().split('e') as [string, string | undefined]
  if (exponent !== undefined) {
    const power = Number(exponent)
    const fraction = mantissa.includes('.') ? mantissa.length - mantissa.indexOf('.') - 1 : 0
    if (!/[0-9]$/.test(exponent) || Math.abs(power) > INT32_MAX || fraction - power > INT32_MAX) {
      throw notWellFormed()
    }
  }
  return { kind: 'number', text, start, end }
}

/** Reads a quoted text; two quotes in a row stand for one, but not between backticks. */
function quotedAt(source: string, start: number, kind: TokenKind): Token {
  const quote = source[start] as string
  let text = ''
  for (let from = start + 1; ; ) {
    const close = source.indexOf(quote, from)
    if (close < 0) throw notWellFormed()
    text += source.slice(from, close)
    if (kind === 'ion' || source[close + 1] !== quote) return { kind, text, start, end: close + 1 }
    text += quote
    from = close + 2
  }
}

function skipBlanks(source: string, from: number): number {
  let position = from
  for (;;) {
    blankPattern.lastIndex = position
    blankPattern.exec(source)
    position = blankPattern.lastIndex
    if (source.startsWith('--', position)) {
      const end = source.indexOf('\n', position)
      position = end < 0 ? source.length : end + 1
    } else if (source.startsWith('/*', position)) {
      const end = source.indexOf('*/', position + 2)
      if (end < 0) throw notWellFormed()
      position = end + 2
    } else return position
  }
}
