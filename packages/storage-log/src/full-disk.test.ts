import { fullDiskContract } from '../../storage-files/src/crash/full-disk-contract.ts'
import { openSmallStore } from './testing/small-store.ts'

fullDiskContract(openSmallStore)
