import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Change, Storage, StorageSnapshot } from '../storage/storage.ts'
import type { StorageContractOptions } from './contract-context.ts'
import { allRecords, plainRecords } from './contract-records.ts'
import { NaiveStorage } from './naive-storage.ts'
import { modelSpaces, type StorageOperation, storageOperation } from './storage-operation.ts'

/** Checks that random operations give the same results on a store as on the simplest possible model. */
export function modelContract(options: StorageContractOptions): void {
  it('behaves like sorted arrays under random operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(storageOperation, { maxLength: 40, size: 'max' }), async (operations) => {
        const run = new ModelRun(options, await options.open())
        try {
          await run.begin()
          for (const operation of operations) await run.step(operation)
          await run.compareAll()
        } finally {
          await run.end()
        }
      }),
      { numRuns: options.modelRuns ?? 100 },
    )
  })
}

class ModelRun {
  readonly #options: StorageContractOptions
  #storage: Storage
  #model = new NaiveStorage()
  #snapshot: { readonly stored: StorageSnapshot; readonly model: NaiveStorage } | undefined

  constructor(options: StorageContractOptions, storage: Storage) {
    this.#options = options
    this.#storage = storage
  }

  async begin(): Promise<void> {
    for (const space of modelSpaces) {
      await this.#storage.createSpace(space)
      this.#model.createSpace(space)
    }
  }

  end(): Promise<void> {
    return this.#storage.close()
  }

  async step(operation: StorageOperation): Promise<void> {
    switch (operation.kind) {
      case 'mutate':
        return this.#mutate(operation)
      case 'bulk':
        return this.#bulk(operation)
      case 'range': {
        const { records, more } = await this.#storage.range(operation.request)
        const page = { records: plainRecords(records), more }
        expect(page).toEqual(this.#model.range(operation.request))
        return
      }
      case 'size': {
        const { space, partition } = operation
        expect(await this.#storage.size(space, partition)).toEqual(this.#model.size(space, partition))
        return
      }
      default:
        return this.#wholeStore(operation.kind)
    }
  }

  async compareAll(): Promise<void> {
    for (const space of modelSpaces) {
      expect(await allRecords(this.#storage, space)).toEqual(this.#model.records(space))
      expect(await this.#storage.size(space)).toEqual(this.#model.size(space))
    }
  }

  /** Starts all batches at once. They take effect in the order of the calls, which is the order in the model. */
  async #mutate({ batches, refuse }: StorageOperation & { kind: 'mutate' }): Promise<void> {
    const calls = batches.map((changes, i) =>
      this.#storage.mutate(changes, (values) => {
        if (i === refuse) throw new Error('refused')
        return { changes, answer: values.map((value) => value?.doc) }
      }),
    )
    const expected = batches.map((changes, i) => {
      const before = changes.map((change) => this.#model.find(change.space, change)?.doc)
      if (i !== refuse) for (const change of changes) this.#model.apply(change)
      return before
    })
    const outcomes = await Promise.allSettled(calls)
    outcomes.forEach((outcome, i) => {
      if (i === refuse) expect(outcome.status).toBe('rejected')
      else expect(outcome).toEqual({ status: 'fulfilled', value: expected[i] })
    })
  }

  async #bulk({ at, count, remove }: StorageOperation & { kind: 'bulk' }): Promise<void> {
    const changes = Array.from({ length: count }, (_, i): Change => {
      const value = remove ? undefined : { doc: String(i), sizeBytes: i }
      return { space: 's', partition: at.partition, sort: `k${(i * 7 + at.sort.length) % 400}`, value }
    })
    await this.#storage.mutate([], () => ({ changes, answer: undefined }))
    for (const change of changes) this.#model.apply(change)
  }

  async #wholeStore(kind: 'snapshot' | 'restore' | 'clear' | 'reopen'): Promise<void> {
    if (kind === 'snapshot') {
      this.#snapshot = { stored: await this.#storage.snapshot(), model: this.#model.copy() }
    } else if (kind === 'restore' && this.#snapshot) {
      await this.#storage.restore(this.#snapshot.stored)
      this.#model = this.#snapshot.model.copy()
    } else if (kind === 'clear') {
      await this.#storage.clear()
      this.#model.clear()
      await this.begin()
    } else if (kind === 'reopen' && this.#options.reopen) {
      this.#storage = await this.#options.reopen(this.#storage)
      this.#snapshot = undefined
    }
  }
}
