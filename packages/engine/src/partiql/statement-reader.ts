import type { ServiceError } from '@monotable/protocol'
import { type Token, type TokenKind, tokenize } from './lexer.ts'
import { notWellFormed } from './statement-error.ts'
import type { ParsedStatement } from './syntax-tree.ts'

/**
 * The maximum nesting of parts of a statement: far more than a value or a condition may have, and easy on the
 * stack.
 */
const MAX_DEPTH = 128

/** Reads the tokens of one statement from left to right. */
export class StatementReader {
  readonly source: string
  /** Parses the statement that begins here; passed in, because statements contain expressions and vice versa. */
  readonly parseStatement: (reader: StatementReader) => ParsedStatement
  /** How many `?` have been read so far. */
  parameters = 0
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0

  constructor(source: string, parseStatement: (reader: StatementReader) => ParsedStatement) {
    this.source = source
    this.parseStatement = parseStatement
    this.#tokens = tokenize(source)
  }

  /** The next token. */
  get next(): Token {
    return this.#tokens[this.#position] as Token
  }

  /** The token after the next. */
  get second(): Token {
    return this.#tokens[this.#position + 1] ?? this.next
  }

  /** The kind of the next token. */
  get kind(): TokenKind {
    return this.next.kind
  }

  /** Returns whether the next token is this keyword. */
  isKeyword(text: string): boolean {
    return this.next.kind === 'keyword' && this.next.text === text
  }

  /** Returns whether the next token is this operator. */
  isOperator(text: string): boolean {
    return this.next.kind === 'operator' && this.next.text === text
  }

  /** Takes the next token, of whatever kind; never moves past the end. */
  take(): Token {
    const token = this.next
    if (token.kind !== 'end') this.#position++
    return token
  }

  /** Takes the next token if it is of this kind. */
  accept(kind: TokenKind): boolean {
    if (this.next.kind !== kind) return false
    this.take()
    return true
  }

  /** Takes the next token if it is this keyword. */
  acceptKeyword(text: string): boolean {
    if (!this.isKeyword(text)) return false
    this.take()
    return true
  }

  /** Takes the next token, which must be of this kind. */
  expect(kind: TokenKind, name: string): Token {
    if (this.next.kind !== kind) throw this.error(`Expected ${name}`)
    return this.take()
  }

  error(detail: string): ServiceError {
    return notWellFormed(detail)
  }

  /** Parses something that may contain itself, and limits the depth. */
  nested<Result>(parse: () => Result): Result {
    if (++this.#depth > MAX_DEPTH) throw this.tooDeep()
    const result = parse()
    this.#depth--
    return result
  }

  /** Returns the depth of a part that contains others. */
  depthOver(parts: readonly { readonly depth: number }[]): number {
    let depth = 0
    for (const part of parts) if (part.depth > depth) depth = part.depth
    if (depth >= MAX_DEPTH) throw this.tooDeep()
    return depth + 1
  }

  tooDeep(): ServiceError {
    return notWellFormed('Expressions are nested too deeply')
  }
}
