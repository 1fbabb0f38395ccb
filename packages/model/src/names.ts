export type { StoredAs, StoredNames } from './entities/stored-names-config.ts'
export { storedAs } from './names/stored-as.ts'
