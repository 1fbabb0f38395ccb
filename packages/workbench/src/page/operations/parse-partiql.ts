import type { KeyAttributeModel, TableModel } from '../../shared/api.ts'
import type { NotBuilt } from './parse-read.ts'
import {
  emptyRead,
  type FilterDraft,
  type FilterOperator,
  isListed,
  keyOfIndex,
  type ReadDraft,
  type ScalarType,
} from './read-draft.ts'
import { isStep } from './resolve-path.ts'

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end'
  readonly text: string
}

const tokenForm =
  /\s*(?:("(?:[^"]|"")*")|('(?:[^']|'')*')|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(<>|<=|>=|[=<>,.()[\]*?]))/y

class SyntaxProblem extends Error {}

/**
 * Parses a SELECT into the builder's form.
 *
 *     Select    : "SELECT" ( "*" | Path ( "," Path )* ) "FROM" Name ( "." Name )?
 *                 ( "WHERE" Condition ( "AND" Condition )* )? ( "ORDER" "BY" Name ( "ASC" | "DESC" )? )?
 *     Condition : Path Comparator Value | Path "BETWEEN" Value "AND" Value | Path "IN" List
 *               | Path "IS" "NOT"? "MISSING" | "NOT"? Function "(" Path "," Value ")"
 */
export function parsePartiql(statement: string, model: TableModel): ReadDraft | NotBuilt {
  try {
    return new Reader(tokenize(statement), model).select()
  } catch (error) {
    if (error instanceof SyntaxProblem) return { reason: error.message }
    throw error
  }
}

function tokenize(statement: string): Token[] {
  const tokens: Token[] = []
  const text = statement.trim()
  let at = 0
  while (at < text.length) {
    tokenForm.lastIndex = at
    const found = tokenForm.exec(text)
    if (found === null) throw new SyntaxProblem(`The builder cannot read "${text.slice(at, at + 20)}".`)
    at = tokenForm.lastIndex
    const [, name, quoted, number, word, sign] = found
    if (name !== undefined) tokens.push({ kind: 'name', text: name.slice(1, -1).replaceAll('""', '"') })
    else if (quoted !== undefined)
      tokens.push({ kind: 'text', text: quoted.slice(1, -1).replaceAll("''", "'") })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else tokens.push({ kind: 'sign', text: sign ?? '' })
  }
  return tokens
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #model: TableModel
  /** The attribute names of the key that the statement selects by. */
  #key: readonly string[] = []
  #at = 0

  constructor(tokens: readonly Token[], model: TableModel) {
    this.#tokens = tokens
    this.#model = model
  }

  select(): ReadDraft {
    this.#expect('SELECT')
    const projection = this.#accept('*') ? '' : this.#list(() => this.#path()).join(', ')
    this.#expect('FROM')
    const table = this.#name()
    if (table !== this.#model.table) throw new SyntaxProblem(`The statement is for ${table}.`)
    const index = this.#accept('.') ? this.#name() : undefined
    if (index !== undefined && !this.#model.indexes.some(({ name }) => name === index)) {
      throw new SyntaxProblem(`The table has no index ${index}.`)
    }
    const { pk, sk } = keyOfIndex(this.#model, index)
    this.#key = [...pk, ...sk].map(({ name }) => name)
    const conditions: FilterDraft[] = []
    if (this.#accept('WHERE')) {
      do conditions.push(this.#condition())
      while (this.#accept('AND'))
    }
    const descending = this.#order()
    if (this.#peek().kind !== 'end')
      throw new SyntaxProblem(`The builder does not support "${this.#peek().text}".`)
    return { ...place(conditions, this.#model, index), projection, descending }
  }

  #order(): boolean {
    if (!this.#accept('ORDER')) return false
    this.#expect('BY')
    this.#name()
    if (this.#accept('DESC')) return true
    this.#accept('ASC')
    return false
  }

  #condition(): FilterDraft {
    if (this.#accept('(')) {
      const inner = this.#condition()
      this.#expect(')')
      return inner
    }
    const negated = this.#accept('NOT')
    for (const name of ['begins_with', 'contains'] as const) {
      if (!this.#accept(name)) continue
      this.#expect('(')
      const attribute = this.#attribute()
      this.#expect(',')
      const { type, text } = this.#value()
      this.#expect(')')
      if (negated && name === 'begins_with')
        throw new SyntaxProblem('The builder does not support "not begins with".')
      return { attribute, operator: negated ? 'not contains' : name, type, values: [text] }
    }
    if (negated) throw new SyntaxProblem('The builder does not support NOT here.')
    return this.#comparison(this.#attribute())
  }

  #comparison(attribute: string): FilterDraft {
    if (this.#accept('IS')) {
      const not = this.#accept('NOT')
      this.#expect('MISSING')
      return { attribute, operator: not ? 'exists' : 'not exists', type: 'S', values: [] }
    }
    if (this.#accept('BETWEEN')) {
      const low = this.#value()
      this.#expect('AND')
      return { attribute, operator: 'between', ...sameType([low, this.#value()]) }
    }
    if (this.#accept('IN')) {
      const bracket = this.#accept('[')
      if (!bracket) this.#expect('(')
      const { type, values } = sameType(this.#list(() => this.#value()))
      this.#expect(bracket ? ']' : ')')
      if (!values.every(isListed)) throw new SyntaxProblem('Separate the values of IN with commas.')
      return { attribute, operator: 'in', type, values: [values.join(', ')] }
    }
    const { kind, text } = this.#next()
    if (kind !== 'sign' || !/^(=|<>|<=|>=|<|>)$/.test(text))
      throw new SyntaxProblem(`"${text}" is not a comparison.`)
    const value = this.#value()
    return { attribute, operator: text as FilterOperator, type: value.type, values: [value.text] }
  }

  #value(): TypedText {
    const { kind, text } = this.#next()
    if (kind === 'text') return { type: 'S', text }
    if (kind === 'number') return { type: 'N', text }
    if (kind === 'word' && /^(true|false)$/i.test(text)) return { type: 'BOOL', text: text.toLowerCase() }
    if (kind === 'word' && /^null$/i.test(text)) return { type: 'NULL', text: '' }
    throw new SyntaxProblem(
      text === '?'
        ? 'The builder does not support parameters: write the value itself.'
        : `"${text}" is not a value.`,
    )
  }

  /** Parses a path, or a key attribute, whose name may contain path separators. */
  #attribute(): string {
    const { kind, text } = this.#peek()
    return kind === 'name' && this.#key.includes(text) ? this.#name() : this.#path()
  }

  #path(): string {
    let path = this.#step()
    for (;;) {
      if (this.#accept('.')) path += `.${this.#step()}`
      else if (this.#accept('[')) {
        path += `[${this.#next().text}]`
        this.#expect(']')
      } else return path
    }
  }

  #step(): string {
    const name = this.#name()
    if (!isStep(name)) throw takenForPath(name)
    return name
  }

  #name(): string {
    const { kind, text } = this.#next()
    if (kind !== 'word' && kind !== 'name')
      throw new SyntaxProblem(`A name is missing${text === '' ? '' : ` before "${text}"`}.`)
    return text
  }

  #list<Member>(read: () => Member): Member[] {
    const members: Member[] = []
    do members.push(read())
    while (this.#accept(','))
    return members
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' }
  }

  #next(): Token {
    const token = this.#peek()
    this.#at++
    return token
  }

  #accept(text: string): boolean {
    const token = this.#peek()
    const matches =
      (token.kind === 'word' || token.kind === 'sign') && token.text.toUpperCase() === text.toUpperCase()
    if (matches) this.#at++
    return matches
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw new SyntaxProblem(`${text} is missing.`)
  }
}

function takenForPath(name: string): SyntaxProblem {
  return new SyntaxProblem(`The builder would read ${name} as a path.`)
}

interface TypedText {
  readonly type: ScalarType
  readonly text: string
}

/** The builder has one type for all values of a condition. */
function sameType(values: readonly TypedText[]): { readonly type: ScalarType; readonly values: string[] } {
  const type = values[0]?.type ?? 'S'
  if (values.some((one) => one.type !== type)) throw new SyntaxProblem('The values are of different types.')
  return { type, values: values.map(({ text }) => text) }
}

/** Assigns conditions to the key or to the filters, as DynamoDB would. */
function place(conditions: readonly FilterDraft[], model: TableModel, index: string | undefined): ReadDraft {
  const key = keyOfIndex(model, index)
  const left = [...conditions]
  const take = ({ name, type }: KeyAttributeModel, operators: readonly string[]) => {
    const at = left.findIndex(({ attribute, operator }) => attribute === name && operators.includes(operator))
    const found = at < 0 ? undefined : left.splice(at, 1)[0]
    if (found !== undefined && found.type !== type)
      throw new SyntaxProblem(`${name} is of type ${type} in the key.`)
    return found
  }
  const draft = emptyRead(model, index)
  const partition = key.pk.map((part) => take(part, ['='])?.values[0] ?? '')
  const ranges = ['=', '<', '<=', '>', '>=', 'between', 'begins_with']
  const sort = key.sk.map((part, at) => {
    const found = take(part, ranges)
    const operator = found?.operator
    return found === undefined || operator === undefined
      ? (draft.sort[at] ?? { operator: '=' as const, values: [''] })
      : { operator: operator as ReadDraft['sort'][number]['operator'], values: found.values }
  })
  const names = [...key.pk, ...key.sk].map(({ name }) => name)
  const unsaid = left.find(({ attribute }) => names.includes(attribute) && !isStep(attribute))
  if (unsaid !== undefined) throw takenForPath(unsaid.attribute)
  return { ...draft, partition, sort, filters: left }
}
