/** Lets tasks wait until something has changed. */
export class Bell {
  #signal = createSignal()

  /** Resolves at the next ring. */
  wait(): Promise<void> {
    return this.#signal.promise
  }

  ring(): void {
    const { resolve } = this.#signal
    this.#signal = createSignal()
    resolve()
  }
}

function createSignal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
