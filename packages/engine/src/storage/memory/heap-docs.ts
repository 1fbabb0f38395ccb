/** Documents that are kept in V8's heap, by number. A document may be held several times. */
export class HeapDocs {
  readonly #docs: string[] = []
  readonly #holds: number[] = []
  readonly #free: number[] = []

  /** Keeps a document, held once, and gives its number. */
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
 * A text that was put together is a tree of short pieces, half as large again. Asking for a character makes
 * V8 put them together; what is asked for is kept, for else the question would be optimized away.
 */
function joinPieces(doc: string): string {
  firstUnit = doc.charCodeAt(0) | firstUnit
  return doc
}
