import { expect, it } from 'vitest'
import type { Access } from '../capacity/usage.ts'
import { UsageCounters } from './usage-counters.ts'

const accessOf = (table: string, index: string): Access => {
  const definition = { name: table, arn: `arn:aws:dynamodb:us-east-1:000000000000:table/${table}` }
  return { table: { definition }, index: { name: index }, kind: 'write' } as unknown as Access
}

it('indexes that come and go, in a table or in the shared entry, create a bounded number of series', () => {
  const counters = new UsageCounters(1)
  for (let i = 0; i < 1_000; i++) {
    counters.used(accessOf('Own', `index${i}`), 1)
    counters.used(accessOf(`Shared${i}`, `index${i}`), 1)
  }
  const [, written] = counters.families()
  expect(written?.samples.length).toBeLessThan(200)
  expect(written?.samples.reduce((sum, { value }) => sum + value, 0)).toBe(2_000)
})
