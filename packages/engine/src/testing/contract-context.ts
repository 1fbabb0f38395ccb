import type { Storage } from '../storage/storage.ts'

/** The store under test. */
export interface StorageContractOptions {
  readonly name: string
  /** Opens a new, empty store. Every test has its own, and closes it. */
  open(): Promise<Storage>
  /** Closes a store from `open` and reopens it. Absent for stores that lose their contents when closed. */
  reopen?(storage: Storage): Promise<Storage>
  /** How many random sequences of operations to compare with the model; 100 by default. */
  readonly modelRuns?: number
}

/** What the parts of the contract work with. */
export interface ContractContext {
  readonly options: StorageContractOptions
  /** Returns the store of the current test. */
  storage(): Storage
  /** Closes the test's store and reopens it. */
  reopen(): Promise<Storage>
}
