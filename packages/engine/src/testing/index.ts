export { type StorageContractOptions, storageContract } from './storage-contract.ts'
