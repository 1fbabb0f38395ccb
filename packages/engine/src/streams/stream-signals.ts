/** Notifies followers of a stream within this process that it has grown. */
export class StreamSignals {
  readonly #listeners = new Map<string, Set<() => void>>()

  /**
   * Calls a listener after each commit that adds to the stream in that space; returns a function that removes the
   * listener.
   */
  onAppend(space: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(space) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(space, listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(space)
    }
  }

  appended(space: string): void {
    const listeners = this.#listeners.get(space)
    if (listeners !== undefined) for (const listener of listeners) listener()
  }
}
