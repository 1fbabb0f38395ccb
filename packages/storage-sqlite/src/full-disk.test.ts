import { fullDiskContract } from '../../storage-files/src/crash/full-disk-contract.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

fullDiskContract(openSqliteStorage)
