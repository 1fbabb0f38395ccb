import { useLayoutEffect, useReducer } from 'preact/hooks'

/** A value that changes, and those who want to know. */
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

  /** Calls `listener` after each change until what it returns is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The value of a store; the component is drawn again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { value } = store
  useLayoutEffect(() => {
    // It may have changed between drawing and now.
    if (!Object.is(store.value, value)) redraw(undefined)
    return store.subscribe(() => redraw(undefined))
  }, [store])
  return value
}
