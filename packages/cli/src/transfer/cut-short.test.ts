import { expect, test } from 'vitest'
import { byResuming, CutShort, runResumable } from './cut-short.ts'

const told = 'the export was interrupted; run it again with --resume to continue: 7 items are done'

test.each([
  ['an endpoint that is gone', { name: 'NetworkError' }, 7, told],
  ['a disk that is full', { code: 'ENOSPC', syscall: 'write' }, 7, told],
  ['a fault before anything was written down', { name: 'NetworkError' }, undefined, undefined],
  ['a refusal, which comes again', { name: 'ResourceNotFoundException' }, 7, undefined],
])('after %s, tells how to resume where possible', async (_, properties, kept, expected) => {
  const cause = Object.assign(new Error('why'), properties)
  const transfer = { name: 'export', howToResume: () => byResuming(kept), clear: () => {} }
  const listeners = process.listenerCount('SIGTERM')
  const error = await runResumable(transfer, () => Promise.reject(cause)).catch((error: unknown) => error)
  expect(error).toEqual(expected === undefined ? cause : new CutShort(expected, { cause }))
  expect(process.listenerCount('SIGTERM')).toBe(listeners)
})
