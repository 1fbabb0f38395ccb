import type { Measured } from '../cost/cost.ts'
import type { ModelContext } from '../sending/model-context.ts'
import type { CompiledRequest } from '../writes/compile-action.ts'

/** How a request is made and sent. */
export interface RequestSteps<Value> {
  readonly context: ModelContext
  readonly compile: () => CompiledRequest
  /** Sends it through a context, which may be another: one that counts. */
  readonly run: (context: ModelContext) => Promise<Value>
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
    return this.#steps.run(this.#steps.context)
  }

  /** Sends the request, and gives with its value the units that it took, all requests together. */
  async measured(): Promise<Measured<Value>> {
    // Most programs measure in their tests, and need not carry it along.
    const { createMeter } = await import('../cost/meter.ts')
    const meter = createMeter()
    const value = await this.#steps.run(this.#steps.context.around(meter.wrap))
    return { value, units: meter.read() }
  }

  // biome-ignore lint/suspicious/noThenProperty: a request is sent by awaiting it
  then<Fulfilled = Value, Rejected = never>(
    onFulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.send().then(onFulfilled, onRejected)
  }

  /** Sends the request, and gives what is made of its refusal. */
  catch<Rejected>(
    onRejected: (reason: unknown) => Rejected | PromiseLike<Rejected>,
  ): Promise<Value | Rejected> {
    return this.send().catch(onRejected)
  }
}
