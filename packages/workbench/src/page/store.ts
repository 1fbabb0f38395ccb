import { useLayoutEffect, useReducer } from 'preact/hooks'

/** A value that changes, with subscribers. */
export class Store<Value> {
  #value: Value
  readonly #listeners = new Set<() => void>()

  constructor(value: Value) {
    this.#value = value
  }

  get value(): Value {
    return this.#value
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const listener of [...this.#listeners]) listener()
  }

  update(change: (value: Value) => Value): void {
    this.set(change(this.#value))
  }

  /** Calls `listener` after each change; returns a function that stops this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Returns the value of a store, and redraws the component when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { value } = store
  useLayoutEffect(() => {
    // It may have changed since the component was drawn.
    if (!Object.is(store.value, value)) redraw(undefined)
    return store.subscribe(() => redraw(undefined))
  }, [store])
  return value
}
