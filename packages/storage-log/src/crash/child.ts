import { runCrashChild } from '../../../storage-files/src/crash/run-crash-child.ts'
import { openSmallStore } from '../testing/small-store.ts'

await runCrashChild(openSmallStore)
