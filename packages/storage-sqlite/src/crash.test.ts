import { killContract } from '../../storage-files/src/crash/kill-contract.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

/** Another 52 kills are in tests/simulation/crash.test.ts, of the whole database. */
killContract({ open: openSqliteStorage, sources: import.meta.dirname, kills: 28, needsLockFile: false })
