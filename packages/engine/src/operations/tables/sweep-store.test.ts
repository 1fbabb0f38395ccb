import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../storage/memory/create-memory-storage.ts'
import { Catalogue } from '../../tables/catalogue.ts'
import { TokenLedger } from '../../transactions/token-ledger.ts'
import { systemClock } from '../../util/clock.ts'
import { StoreSweeper, SWEEP_EVERY_MS } from './sweep-store.ts'

const space = 'table-that-is-being-made'

async function open() {
  let nowMs = 0
  const clock = { ...systemClock, now: () => nowMs }
  const storage = createMemoryStorage()
  const catalogue = await Catalogue.open(storage)
  await storage.createSpace(space)
  const sweeper = new StoreSweeper({ storage, clock, catalogue, tokens: new TokenLedger(storage, clock) })
  const isThereAfter = async (ms: number) => {
    nowMs += ms
    await sweeper.run(new AbortController().signal)
    return (await storage.listSpaces()).includes(space)
  }
  return { isThereAfter }
}

test('a space that nothing names is removed ten minutes after that was seen', async () => {
  const { isThereAfter } = await open()
  expect(await isThereAfter(0)).toBe(true)
  expect(await isThereAfter(SWEEP_EVERY_MS)).toBe(true)
  expect(await isThereAfter(SWEEP_EVERY_MS)).toBe(false)
})

test('a clock that is set forward does not make a space seem unused for long: a server may be about to name it', async () => {
  const { isThereAfter } = await open()
  expect(await isThereAfter(0)).toBe(true)
  expect(await isThereAfter(86_400_000)).toBe(true)
  expect(await isThereAfter(SWEEP_EVERY_MS)).toBe(false)
})

test('a clock that is set back does not keep it until the time that the clock had reached', async () => {
  const { isThereAfter } = await open()
  expect(await isThereAfter(86_400_000)).toBe(true)
  expect(await isThereAfter(-86_400_000)).toBe(true)
  expect(await isThereAfter(SWEEP_EVERY_MS)).toBe(true)
  expect(await isThereAfter(SWEEP_EVERY_MS)).toBe(false)
})
