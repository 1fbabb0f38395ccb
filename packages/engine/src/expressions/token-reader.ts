import type { ServiceError } from '@monotable/protocol'
import { type ExpressionParameter, invalidExpression, tooManyOperators } from './expression-parameter.ts'
import { type Token, type TokenKind, tokenize } from './lexer.ts'

/**
 * The maximum depth of nested parentheses: no expression of 300 operators needs more, and the stack has room for
 * them.
 */
const GROUP_MAX_DEPTH = 512
/** The maximum depth of nested functions: they count as operators, of which 300 are allowed. */
const CALL_MAX_DEPTH = 300

/** Reads the tokens of one expression from left to right, and words errors as DynamoDB does. */
export class TokenReader {
  readonly parameter: ExpressionParameter
  /** Operators and functions read so far; DynamoDB limits them, but only if nothing else is wrong. */
  operators = 0
  /**
   * Set while the text may still turn out to be something else. DynamoDB then reports a later syntax error in
   * preference to parentheses already known to be redundant.
   */
  isPredicting = false

  readonly #source: string
  readonly #tokens: readonly Token[]
  #position = 0
  #token: Token
  #hasRedundantParentheses = false
  #groups = 0
  #calls = 0

  constructor(source: string, parameter: ExpressionParameter) {
    this.parameter = parameter
    this.#source = source
    this.#tokens = tokenize(source)
    this.#token = this.#tokens[0] as Token
  }

  /** Whether the text contains a `#name` or `:value`. */
  get usesPlaceholders(): boolean {
    return this.#tokens.some(({ kind }) => kind === 'name' || kind === 'value')
  }

  /** The kind of the next token. */
  get kind(): TokenKind {
    return this.#token.kind
  }

  /** Whether the next two tokens are an identifier and an opening parenthesis, that is, a call. */
  get isCall(): boolean {
    return this.#token.kind === 'identifier' && this.#tokens[this.#position + 1]?.kind === '('
  }

  /** Takes the next token if it is of this kind. */
  accept(kind: TokenKind): boolean {
    if (this.#token.kind !== kind) return false
    this.take()
    return true
  }

  /** Takes the next token, which must be of this kind. */
  expect(kind: TokenKind): string {
    if (this.#token.kind !== kind) throw this.syntaxError()
    return this.take()
  }

  /** Takes the next token, of whatever kind, and returns its text. */
  take(): string {
    const { text } = this.#token
    this.#token = this.#tokens[++this.#position] ?? this.#token
    return text
  }

  /** Returns the error for an unexpected token. It quotes the tokens on both sides as written. */
  syntaxError(position: number = this.#position): ServiceError {
    const token = this.#tokens[position] as Token
    const from = this.#tokens[position - 1]?.start ?? 0
    const to = (this.#tokens[position + 1] ?? token).end
    const near = this.#source.slice(from, to)
    return this.error(`Syntax error; token: "${token.text}", near: "${near}"`)
  }

  error(problem: string): ServiceError {
    return invalidExpression(this.parameter, problem)
  }

  /** Records that a pair of parentheses contains nothing but another pair. */
  foundRedundantParentheses(): void {
    this.#hasRedundantParentheses = true
    if (!this.isPredicting) this.rejectRedundantParentheses()
  }

  /** Ends a prediction: the text is what it seemed to be. */
  rejectRedundantParentheses(): void {
    if (this.#hasRedundantParentheses) throw this.error('The expression has redundant parentheses;')
  }

  /** Takes an opening parenthesis used for grouping. */
  openGroup(): void {
    if (++this.#groups > GROUP_MAX_DEPTH) {
      throw this.#isClosed() ? this.error('The expression has redundant parentheses;') : this.#unclosed()
    }
    this.expect('(')
  }

  closeGroup(): void {
    this.expect(')')
    this.#groups--
  }

  /** Takes the opening parenthesis of a function's operands. */
  openCall(): void {
    if (++this.#calls > CALL_MAX_DEPTH)
      throw this.#isClosed() ? tooManyOperators(this.parameter) : this.#unclosed()
    this.expect('(')
  }

  closeCall(): void {
    this.expect(')')
    this.#calls--
  }

  /** Returns whether the next parenthesis is closed somewhere. */
  #isClosed(): boolean {
    let open = 0
    for (let position = this.#position; position < this.#tokens.length; position++) {
      const kind = this.#tokens[position]?.kind
      if (kind === '(') open++
      else if (kind === ')' && --open === 0) return true
    }
    return false
  }

  #unclosed(): ServiceError {
    return this.syntaxError(this.#tokens.length - 1)
  }
}
