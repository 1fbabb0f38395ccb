import type { Measured } from '../cost/cost.ts'
import type { ModelContext } from '../sending/model-context.ts'
import type { CompiledRequest } from '../writes/compile-action.ts'

/** How a request is made and sent. */
export interface RequestSteps<Value> {
  readonly context: ModelContext
  readonly compile: () => CompiledRequest
  /**
   * Sends the request through a context, which may be another than that of the database: one that meters, for example.
   */
  readonly run: (context: ModelContext) => Promise<Value>
}

/** A request that has not been sent. `await` sends it, again each time; `params()` shows what would be sent. */
export class ModelRequest<Value> implements PromiseLike<Value> {
  readonly #steps: RequestSteps<Value>

  constructor(steps: RequestSteps<Value>) {
    this.#steps = steps
  }

  /** Returns the first operation that would be sent, and its input, without sending it. */
  params(): CompiledRequest {
    return this.#steps.compile()
  }

  /** Sends the request. */
  send(): Promise<Value> {
    return this.#steps.run(this.#steps.context)
  }

  /** Sends the request, and returns its value together with the capacity units of all operations that it took. */
  async measured(): Promise<Measured<Value>> {
    // Loaded on demand: most programs measure only in their tests.
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

  /** Sends the request, and handles its failure. */
  catch<Rejected>(
    onRejected: (reason: unknown) => Rejected | PromiseLike<Rejected>,
  ): Promise<Value | Rejected> {
    return this.send().catch(onRejected)
  }
}
