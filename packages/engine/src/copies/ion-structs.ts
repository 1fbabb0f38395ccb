import { MalformedFile } from './read-lines.ts'

/** No item has this much text: anything longer is not an item. */
const structMaxLength = 16 * 1024 * 1024

/**
 * The context of the next character in a text. A `lob` is what stands in double braces: base64, which may look like
 * comments.
 */
type Place = 'plain' | 'string' | 'longString' | 'symbol' | 'lob' | 'lineComment' | 'blockComment'

/** May precede structs, each or all of them. */
const versionMarker = '$ion_1_0'

/**
 * Splits a text of Amazon Ion into its structs, each as its own text. It does not parse them: it only finds where
 * they end, so they may be on separate lines, span several, or stand side by side.
 */
export async function* splitIonStructs(text: AsyncIterable<string>): AsyncIterable<string> {
  const scanner = new IonScanner()
  for await (const piece of text) yield* scanner.push(piece)
  yield* scanner.end()
}

class IonScanner {
  #text = ''
  #at = 0
  #start = -1
  #depth = 0
  #place: Place = 'plain'
  #isInLob = false
  #word = ''

  #isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  /** Yields the structs that end in a piece. */
  *push(piece: string): Iterable<string> {
    this.#text += piece
    // At most three characters decide: what the last ones begin is not known yet.
    yield* this.#scan(this.#text.length - 2)
    if (this.#start === -1) {
      this.#text = this.#text.slice(this.#at)
      this.#at = 0
    } else if (this.#text.length - this.#start > structMaxLength) {
      throw new MalformedFile('a struct is too long to be an item')
    }
  }

  *end(): Iterable<string> {
    yield* this.#scan(this.#text.length)
    const isOpen = this.#depth > 0 || !(this.#place === 'plain' || this.#place === 'lineComment')
    if (isOpen) throw new MalformedFile('the file ends within a struct')
    this.#endWord()
  }

  *#scan(limit: number): Iterable<string> {
    while (this.#at < limit) {
      const step = this.#step()
      this.#at += step
      if (this.#depth > 0 || this.#start === -1) continue
      yield this.#text.slice(this.#start, this.#at)
      this.#text = this.#text.slice(this.#at)
      limit -= this.#at
      this.#at = 0
      this.#start = -1
    }
  }

  /** Skips what stands here; returns how much that is. */
  #step(): number {
    switch (this.#place) {
      case 'plain':
        return this.#stepPlain()
      case 'lob':
        return this.#stepLob()
      case 'string':
        return this.#stepQuoted('"')
      case 'symbol':
        return this.#stepQuoted("'")
      case 'longString':
        return this.#stepQuoted("'''")
      case 'lineComment':
        return this.#stepComment('\n')
      case 'blockComment':
        return this.#stepComment('*/')
    }
  }

  #stepPlain(): number {
    const character = this.#text[this.#at] as string
    if (this.#isNext('//')) return this.#enter('lineComment', 2)
    if (this.#isNext('/*')) return this.#enter('blockComment', 2)
    if (this.#depth === 0) return this.#stepBetween(character)
    if (this.#isNext('{{')) return this.#enterLob()
    if (this.#isNext("'''")) return this.#enter('longString', 3)
    if (character === '"') return this.#enter('string', 1)
    if (character === "'") return this.#enter('symbol', 1)
    if (character === '{' || character === '[' || character === '(') this.#depth++
    else if (character === '}' || character === ']' || character === ')') this.#depth--
    return 1
  }

  /** Between structs there may be version markers, and the punctuation of a list of structs. */
  #stepBetween(character: string): number {
    if (/[^\s,[\]{]/.test(character)) {
      this.#word += character
      if (this.#word.length > versionMarker.length) this.#endWord()
      return 1
    }
    this.#endWord()
    if (character === '{') {
      this.#start = this.#at
      this.#depth = 1
    }
    return 1
  }

  #endWord(): void {
    if (this.#word !== '' && this.#word !== versionMarker) {
      throw new MalformedFile('the file holds something else than structs of Ion')
    }
    this.#word = ''
  }

  #stepLob(): number {
    if (this.#isNext('}}')) {
      this.#isInLob = false
      return this.#enter('plain', 2)
    }
    if (this.#isNext("'''")) return this.#enter('longString', 3)
    return this.#text[this.#at] === '"' ? this.#enter('string', 1) : 1
  }

  #stepQuoted(end: string): number {
    if (this.#text[this.#at] === '\\') return 2
    return this.#isNext(end) ? this.#enter(this.#isInLob ? 'lob' : 'plain', end.length) : 1
  }

  #stepComment(end: string): number {
    return this.#isNext(end) ? this.#enter('plain', end.length) : 1
  }

  #enterLob(): number {
    this.#isInLob = true
    return this.#enter('lob', 2)
  }

  #enter(place: Place, length: number): number {
    this.#place = place
    return length
  }
}
