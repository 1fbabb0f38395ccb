import type { Storage } from '../storage/storage.ts'

/** A store to be held to the contract. */
export interface StorageContractOptions {
  readonly name: string
  /** Opens a new store that holds nothing. Every test has one of its own, and closes it. */
  open(): Promise<Storage>
  /** Closes a store that `open` gave and opens it again. Left out by stores that forget when closed. */
  reopen?(storage: Storage): Promise<Storage>
  /** How many random sequences of operations to compare with the model; 100 unless told otherwise. */
  readonly modelRuns?: number
}

/** What the parts of the contract are given. */
export interface ContractContext {
  readonly options: StorageContractOptions
  /** The store of the test that is running. */
  storage(): Storage
  /** Closes the test's store and opens it again. */
  reopen(): Promise<Storage>
}
