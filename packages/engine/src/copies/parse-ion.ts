import { setOwn } from '@monotable/protocol'

/**
 * A value of Ion that DynamoDB has no type for, or text that is not Ion: its item cannot be read, but the next one
 * can.
 */
export class IonFault extends Error {
  override readonly name = 'IonFault'
}

/** A value as in Ion. Numbers are in the text form that DynamoDB accepts. */
export type IonValue =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'number'; readonly value: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'blob'; readonly value: string }
  | { readonly type: 'list'; readonly values: readonly IonValue[]; readonly annotations: readonly string[] }
  | { readonly type: 'struct'; readonly fields: { readonly [name: string]: IonValue } }

/** Deeper than any item may be, which is checked elsewhere; this only limits the recursion. */
const maxDepth = 64

/** More than any item has, since each value takes at least a byte; reading a struct with more would take a gigabyte. */
const maxValues = 500_000

/** More than any DynamoDB number needs, even in binary; longer ones would take long to convert to decimal. */
const numberMaxLength = 1_000

/** One piece at a time: matching many at once would take as much of the stack. */
const space = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const identifier = /[A-Za-z_$][\w$]*/y
/** A decimal or an integer; with `e` it is a float, and with `T` or a second `-` a timestamp. */
const number = /-?(?:0[xX][\da-fA-F][\da-fA-F_]*|0[bB][01][01_]*|\d[\d_]*(?:\.[\d_]*)?(?:[dD][+-]?\d+)?)/y
const plainEscapes: { readonly [letter: string]: string } = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  v: '\v',
  '"': '"',
  "'": "'",
  '?': '?',
  '\\': '\\',
  '/': '/',
  '\n': '',
}

/**
 * Reads one value of Amazon Ion's text form.
 *
 *     Value      : Annotation* ( "null" | BOOL | NUMBER | String | Blob | List | Struct )
 *     Annotation : Symbol "::"
 *     List       : "[" ( Value ( "," Value )* ","? )? "]"
 *     Struct     : "{" ( Field ( "," Field )* ","? )? "}"
 *     Field      : ( Symbol | String ) ":" Value
 */
export function parseIon(text: string): IonValue {
  const parser = new IonParser(text)
  const value = parser.value(0)
  parser.finish()
  return value
}

class IonParser {
  readonly #text: string
  #at = 0
  #values = 0

  constructor(text: string) {
    this.#text = text
  }

  finish(): void {
    this.#skip()
    if (this.#at < this.#text.length) throw this.#unexpected()
  }

  value(depth: number): IonValue {
    if (depth > maxDepth) throw new IonFault('the struct is nested too deeply')
    this.#count()
    const annotations = this.#annotations()
    const first = this.#text[this.#at]
    if (this.#accept('{{')) return this.#blob()
    if (this.#accept('{')) return this.#struct(depth)
    if (this.#accept('[')) return this.#list(depth, annotations)
    if (first === '"' || this.#isNext("'''")) return { type: 'string', value: this.#string() }
    if (first === '(') throw this.#unmapped('sexp')
    return this.#word() ?? this.#number()
  }

  #count(): void {
    this.#values++
    if (this.#values > maxValues) throw new IonFault('the struct holds too much to be an item')
  }

  #annotations(): string[] {
    const annotations: string[] = []
    for (;;) {
      this.#skip()
      const start = this.#at
      const symbol = this.#symbol()
      this.#skip()
      if (symbol === undefined || !this.#accept('::')) {
        this.#at = start
        return annotations
      }
      this.#count()
      annotations.push(symbol)
    }
  }

  #symbol(): string | undefined {
    if (this.#isNext("'") && !this.#isNext("'''")) return this.#quoted("'")
    return this.#match(identifier)
  }

  #struct(depth: number): IonValue {
    const fields: { [name: string]: IonValue } = {}
    while (!this.#acceptEnd('}')) {
      const name = this.#isNext('"') || this.#isNext("'''") ? this.#string() : this.#symbol()
      if (name === undefined) throw this.#unexpected()
      this.#expect(':')
      setOwn(fields, name, this.value(depth + 1))
      this.#separate('}')
    }
    return { type: 'struct', fields }
  }

  #list(depth: number, annotations: readonly string[]): IonValue {
    const values: IonValue[] = []
    while (!this.#acceptEnd(']')) {
      values.push(this.value(depth + 1))
      this.#separate(']')
    }
    return { type: 'list', values, annotations }
  }

  #separate(end: string): void {
    this.#skip()
    if (!this.#isNext(end)) this.#expect(',')
  }

  #blob(): IonValue {
    const end = this.#text.indexOf('}}', this.#at)
    const value = this.#text.slice(this.#at, Math.max(end, this.#at)).replaceAll(/\s/g, '')
    if (end === -1 || value.startsWith('"') || value.startsWith("'")) throw this.#unmapped('clob')
    this.#at = end + 2
    return { type: 'blob', value }
  }

  #string(): string {
    if (!this.#isNext("'''")) return this.#quoted('"')
    let text = ''
    // Adjacent long strings are one.
    while (this.#isNext("'''")) {
      text += this.#quoted("'''")
      this.#skip()
    }
    return text
  }

  #quoted(quote: string): string {
    this.#at += quote.length
    // Runs between escapes are taken as a whole: character by character, a long text would take a hundred times its
    // size.
    const parts: string[] = []
    for (;;) {
      const start = this.#at
      while (this.#at < this.#text.length && !this.#isNext('\\') && !this.#isNext(quote)) this.#at++
      parts.push(this.#text.slice(start, this.#at))
      if (this.#accept(quote)) return parts.join('')
      if (!this.#accept('\\')) throw this.#unexpected()
      parts.push(this.#escape())
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at++] ?? ''
    const digits = { x: 2, u: 4, U: 8 }[letter]
    if (digits === undefined) {
      const plain = Object.hasOwn(plainEscapes, letter) ? plainEscapes[letter] : undefined
      if (plain === undefined) throw new IonFault(`the escape \\${letter} is unknown`)
      return plain
    }
    const code = this.#text.slice(this.#at, this.#at + digits)
    this.#at += digits
    const point = Number.parseInt(code, 16)
    if (!/^[\da-fA-F]+$/.test(code) || point > 0x10ffff)
      throw new IonFault(`the escape \\${letter} is malformed`)
    return digits === 8 ? String.fromCodePoint(point) : String.fromCharCode(point)
  }

  #word(): IonValue | undefined {
    const word = this.#match(identifier)
    if (word === undefined) return undefined
    if (word === 'true' || word === 'false') return { type: 'bool', value: word === 'true' }
    if (word === 'nan') throw this.#unmapped('float')
    if (word !== 'null') throw this.#unmapped('symbol')
    // A null may have a type.
    if (this.#accept('.')) this.#match(identifier)
    return { type: 'null' }
  }

  #number(): IonValue {
    const digits = this.#match(number)
    if (digits === undefined) throw this.#isNext("'") ? this.#unmapped('symbol') : this.#unexpected()
    const next = this.#text[this.#at] ?? ''
    if (/[eE]/.test(next)) throw this.#unmapped('float')
    if (/[T:-]/.test(next)) throw this.#unmapped('timestamp')
    if (/[\w$.]/.test(next)) throw this.#unexpected()
    return { type: 'number', value: decimalText(digits.replaceAll('_', '')) }
  }

  #unmapped(type: string): IonFault {
    return new IonFault(`there is no type of DynamoDB for Ion's ${type}`)
  }

  #unexpected(): IonFault {
    const found = this.#text.slice(this.#at, this.#at + 10)
    return new IonFault(found === '' ? 'the struct ends too early' : `the struct is no Ion near "${found}"`)
  }

  #acceptEnd(end: string): boolean {
    this.#skip()
    return this.#accept(end)
  }

  #expect(text: string): void {
    this.#skip()
    if (!this.#accept(text)) throw this.#unexpected()
  }

  #accept(text: string): boolean {
    if (!this.#isNext(text)) return false
    this.#at += text.length
    return true
  }

  #isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  #skip(): void {
    while (this.#match(space) !== undefined);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }
}

/** Converts an Ion number to DynamoDB's form: `103.` to 103, `6d2` to 6e2, `0x1F` to 31. */
function decimalText(digits: string): string {
  const other = /^(-?)(0[xXbB].*)$/.exec(digits)
  if (digits.length > numberMaxLength) throw new IonFault('the number is too long')
  if (other) return `${other[1]}${BigInt(other[2] as string)}`
  return digits.replace(/[dD]/, 'e').replace(/\.(?=e|$)/, '')
}
