import type { HeaderValues } from '../messages/server-request.ts'

const fieldsPerHeader = 4

/**
 * Headers that stay text until they are needed: of the dozen that an SDK sends, a request needs four. `offsets` has
 * four numbers per header: where its name and its value start and end.
 */
export class HeadText implements HeaderValues {
  readonly #text: string
  readonly #offsets: readonly number[]
  /** Has a bit for each length of a name: most of the headers that are looked for are not there. */
  readonly #lengths: number

  constructor(text: string, offsets: readonly number[]) {
    this.#text = text
    this.#offsets = offsets
    let lengths = 0
    for (let at = 0; at < offsets.length; at += fieldsPerHeader) {
      lengths |= 1 << ((offsets[at + 1] as number) - (offsets[at] as number))
    }
    this.#lengths = lengths
  }

  has(name: string): boolean {
    return this.#find(name, 0) >= 0
  }

  hasOnce(name: string): boolean {
    const at = this.#find(name, 0)
    return at >= 0 && this.#find(name, at + fieldsPerHeader) < 0
  }

  get(name: string): string | undefined {
    let at = this.#find(name, 0)
    if (at < 0) return undefined
    let value = this.#value(at)
    for (;;) {
      at = this.#find(name, at + fieldsPerHeader)
      if (at < 0) return value
      value += `,${this.#value(at)}`
    }
  }

  #value(at: number): string {
    return this.#text.slice(this.#offsets[at + 2], this.#offsets[at + 3])
  }

  #find(name: string, from: number): number {
    if ((this.#lengths & (1 << name.length)) === 0) return -1
    const offsets = this.#offsets
    for (let at = from; at < offsets.length; at += fieldsPerHeader) {
      const start = offsets[at] as number
      if ((offsets[at + 1] as number) - start === name.length && this.#isNamed(start, name)) return at
    }
    return -1
  }

  /** Compares case-insensitively; names consist of token characters only, and `name` is in lower case. */
  #isNamed(start: number, name: string): boolean {
    for (let index = name.length - 1; index >= 0; index--) {
      let code = this.#text.charCodeAt(start + index)
      if (code >= 0x41 && code <= 0x5a) code += 0x20
      if (code !== name.charCodeAt(index)) return false
    }
    return true
  }
}
