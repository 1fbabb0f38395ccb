import { killContract } from '../../storage-files/src/crash/kill-contract.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

/** tests/simulation/crash.test.ts has another 52 kills, of the whole database. */
killContract({ open: openSqliteStorage, sources: import.meta.dirname, kills: 28, needsLockFile: false })
