import { it } from 'vitest'
import { powerLossContract } from '../../storage-files/src/crash/power-loss-contract.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

powerLossContract({
  open: openSqliteStorage,
  sources: import.meta.dirname,
  stores: 3,
  rounds: 6,
  firstFile: 'journal',
  more({ loseAtRandom }) {
    it('leaves nothing half done of a write that was not yet on the disk when the next program took in the journal', () =>
      // The disk has some parts of the last write, which was taken in before the journal was durable.
      loseAtRandom(352_850_326, 1))
  },
})
