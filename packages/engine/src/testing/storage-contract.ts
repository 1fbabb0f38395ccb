import { afterEach, beforeEach, describe } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { appendContract } from './append-contract.ts'
import type { ContractContext, StorageContractOptions } from './contract-context.ts'
import { keyContract } from './key-contract.ts'
import { modelContract } from './model-contract.ts'
import { mutateContract } from './mutate-contract.ts'
import { rangeContract } from './range-contract.ts'
import { reopenContract } from './reopen-contract.ts'
import { snapshotContract } from './snapshot-contract.ts'
import { spaceContract } from './space-contract.ts'

/**
 * Declares a Vitest suite that checks everything that `Storage` promises. Call it in a test file.
 *
 * @example
 * storageContract({ name: 'memory', open: async () => createMemoryStorage() })
 */
export function storageContract(options: StorageContractOptions): void {
  describe(`storage contract: ${options.name}`, () => {
    let storage: Storage
    beforeEach(async () => {
      storage = await options.open()
    })
    afterEach(() => storage.close())
    const context: ContractContext = {
      options,
      storage: () => storage,
      reopen: async () => {
        if (options.reopen) storage = await options.reopen(storage)
        return storage
      },
    }
    describe('spaces', () => spaceContract(context))
    describe('keys and values', () => keyContract(context))
    describe('ranges', () => rangeContract(context))
    describe('mutations', () => mutateContract(context))
    describe('logs', () => appendContract(context))
    describe('snapshots', () => snapshotContract(context))
    if (options.reopen) describe('reopening', () => reopenContract(context))
    describe('model', () => modelContract(options))
  })
}
