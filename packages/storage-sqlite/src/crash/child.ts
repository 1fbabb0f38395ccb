import { runCrashChild } from '../../../storage-files/src/crash/run-crash-child.ts'
import { openSqliteStorage } from '../open-sqlite-storage.ts'

await runCrashChild(openSqliteStorage)
