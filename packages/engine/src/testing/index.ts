export type { StorageContractOptions } from './contract-context.ts'
export { storageContract } from './storage-contract.ts'
