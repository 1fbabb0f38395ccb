/** Documents kept in V8's heap, by number, with a reference count. */
export class HeapDocs {
  readonly #docs: string[] = []
  readonly #holds: number[] = []
  readonly #free: number[] = []

  /** Stores a document with one reference and returns its number. */
  add(doc: string): number {
    const number = this.#free.pop() ?? this.#docs.length
    this.#docs[number] = joinPieces(doc)
    this.#holds[number] = 1
    return number
  }

  get(number: number): string {
    return this.#docs[number] as string
  }

  hold(number: number): void {
    this.#holds[number] = (this.#holds[number] as number) + 1
  }

  drop(number: number): void {
    const holds = (this.#holds[number] as number) - 1
    this.#holds[number] = holds
    if (holds > 0) return
    this.#docs[number] = ''
    this.#free.push(number)
  }
}

let firstUnit = 0

/**
 * Flattens a string. A concatenated string is a tree of short pieces, which takes half as much memory again.
 * Reading a character makes V8 flatten it; the character is kept so that the read is not optimized away.
 */
function joinPieces(doc: string): string {
  firstUnit = doc.charCodeAt(0) | firstUnit
  return doc
}
