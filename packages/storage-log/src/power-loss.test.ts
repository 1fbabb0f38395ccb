import { expect, it } from 'vitest'
import { powerLossContract } from '../../storage-files/src/crash/power-loss-contract.ts'
import { nothingUnsynced } from '../../storage-files/src/crash/power-loss-subject.ts'
import { openSmallStore } from './testing/small-store.ts'

powerLossContract({
  open: openSmallStore,
  sources: import.meta.dirname,
  stores: 2,
  rounds: 4,
  firstFile: 'log-1',
  more({ createSubject }) {
    it('is detected by these tests: if the checkpoint is never synced, the store is lost', async () => {
      const subject = createSubject('lied-to-checkpoint')
      await subject.run({ pendingMaxBytes: 20_000, writes: 75, env: { MONOTABLE_LIE: 'log-index.new' } })
      await expect(subject.losePower(nothingUnsynced)).rejects.toThrow('is damaged')
    })
  },
})
