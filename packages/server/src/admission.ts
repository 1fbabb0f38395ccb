interface Waiting {
  readonly bytes: number
  enter(): void
}

/**
 * Lets work begin only while what is under way holds less than so many bytes; the rest waits in its order. Work that
 * alone holds more is done when nothing else is under way.
 */
export class Admission {
  readonly #maxBytes: number
  #admittedBytes = 0
  #waiting: Waiting[] = []

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  run<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length === 0 && this.#hasRoom(bytes)) return this.#begin(bytes, work)
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, enter: () => resolve(this.#begin(bytes, work)) })
    })
  }

  #hasRoom(bytes: number): boolean {
    return this.#admittedBytes === 0 || this.#admittedBytes + bytes <= this.#maxBytes
  }

  async #begin<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    this.#admittedBytes += bytes
    try {
      return await work()
    } finally {
      this.#admittedBytes -= bytes
      this.#admitNext()
    }
  }

  #admitNext(): void {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined || !this.#hasRoom(next.bytes)) return
      this.#waiting.shift()
      next.enter()
    }
  }
}
