import type { CompiledRequest } from '../writes/compile-action.ts'

/** How a request is made and sent. */
interface RequestSteps<Value> {
  readonly compile: () => CompiledRequest
  readonly run: () => Promise<Value>
}

/**
 * Something that can be sent: `await` sends it, `params()` says what would be sent. Each `await` sends it again.
 */
export class ModelRequest<Value> implements PromiseLike<Value> {
  readonly #steps: RequestSteps<Value>

  constructor(steps: RequestSteps<Value>) {
    this.#steps = steps
  }

  /** The first operation that would be sent, and its input. Nothing is sent. */
  params(): CompiledRequest {
    return this.#steps.compile()
  }

  /** Sends the request. */
  send(): Promise<Value> {
    return this.#steps.run()
  }

  // biome-ignore lint/suspicious/noThenProperty: a request is sent by awaiting it
  then<Fulfilled = Value, Rejected = never>(
    onFulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.send().then(onFulfilled, onRejected)
  }
}
