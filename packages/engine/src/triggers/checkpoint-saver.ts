import type { Checkpoint, TriggerStore } from './trigger-store.ts'

/**
 * Saves how far a trigger has come, without keeping it from going on: while one state is being written, the next is
 * whatever it is when that has ended. After a crash, what was handled since is handled again.
 */
export class CheckpointSaver {
  readonly #store: TriggerStore
  readonly #current: () => Checkpoint
  readonly #onFailure: (error: unknown) => void
  #isWanted = false
  #hasFailed = false
  #saving: Promise<void> | undefined

  constructor(store: TriggerStore, current: () => Checkpoint, onFailure: (error: unknown) => void) {
    this.#store = store
    this.#current = current
    this.#onFailure = onFailure
  }

  /** The state has changed. */
  request(): void {
    this.#isWanted = true
    this.#saving ??= this.#save()
  }

  /** Resolves when the state of now is durable, or could not be made so. */
  async flush(): Promise<void> {
    if (this.#hasFailed) this.request()
    while (this.#saving !== undefined) await this.#saving
  }

  async #save(): Promise<void> {
    // What changes in the same turn is saved together.
    await Promise.resolve()
    while (this.#isWanted) {
      this.#isWanted = false
      try {
        await this.#store.save(this.#current())
        this.#hasFailed = false
      } catch (error) {
        // The next progress tries again, or whoever wants it to be durable.
        this.#hasFailed = true
        this.#onFailure(error)
      }
    }
    this.#saving = undefined
  }
}
