import { draws } from '../../../tests/draws.ts'
import { killContract } from '../../storage-files/src/crash/kill-contract.ts'
import { openSmallStore } from './testing/small-store.ts'

killContract({ open: openSmallStore, sources: import.meta.dirname, kills: draws(10), needsLockFile: true })
