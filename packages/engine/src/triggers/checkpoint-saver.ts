import type { Checkpoint, TriggerStore } from './trigger-store.ts'

/**
 * Saves the progress of a trigger without blocking it: while one state is being written, further changes are
 * combined into the next write. After a crash, whatever was handled since the last save is handled again.
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

  /** Requests a save, because the state has changed. */
  request(): void {
    this.#isWanted = true
    this.#saving ??= this.#save()
  }

  /** Resolves when the current state is durable, or could not be saved. */
  async flush(): Promise<void> {
    if (this.#hasFailed) this.request()
    while (this.#saving !== undefined) await this.#saving
  }

  async #save(): Promise<void> {
    // Changes within the same turn are saved together.
    await Promise.resolve()
    while (this.#isWanted) {
      this.#isWanted = false
      try {
        await this.#store.save(this.#current())
        this.#hasFailed = false
      } catch (error) {
        // The next progress, or the next flush, tries again.
        this.#hasFailed = true
        this.#onFailure(error)
      }
    }
    this.#saving = undefined
  }
}
