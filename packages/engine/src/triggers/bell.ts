/** Lets tasks wait until something has changed. */
export class Bell {
  #rung = createRung()

  /** Resolves at the next ring. */
  wait(): Promise<void> {
    return this.#rung.promise
  }

  ring(): void {
    const { resolve } = this.#rung
    this.#rung = createRung()
    resolve()
  }
}

function createRung(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
