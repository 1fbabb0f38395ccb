import { expect, it } from 'vitest'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createSharedMemory } from '../testing/shared-memory.ts'
import { systemRandom } from '../util/random.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { LeaseLost } from './lease.ts'
import { Leases } from './leases.ts'
import { SYSTEM_SPACES } from './space-names.ts'

const signal = new AbortController().signal

async function setUp(): Promise<{ storage: Storage; clock: TestClock; open: (clock?: TestClock) => Leases }> {
  const storage = createMemoryStorage()
  for (const space of SYSTEM_SPACES) await storage.createSpace(space)
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const open = (own = clock) => new Leases(storage, { clock: own, random: systemRandom })
  return { storage, clock, open }
}

it('a lease belongs to one server until it is released', async () => {
  const { open } = await setUp()
  const [a, b] = [open(), open()]
  const lease = await a.tryTake('work')
  expect(lease).toBeDefined()
  expect(await b.tryTake('work')).toBeUndefined()
  expect(await a.tryTake('work')).toBeUndefined()
  expect(await b.tryTake('other work')).toBeDefined()
  await lease?.release()
  expect(await b.tryTake('work')).toBeDefined()
})

it('a lease requested while its server was closing is released, too', async () => {
  const { open, storage } = await setUp()
  const [a, b] = [open(), open()]
  const mutate = storage.mutate.bind(storage)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  storage.mutate = async (keys, decide) => {
    storage.mutate = mutate
    const taken = await mutate(keys, decide)
    await answered
    return taken
  }
  const taking = a.tryTake('work')
  const closing = a.close()
  answer()
  await Promise.all([taking, closing])
  expect(await b.tryTake('work')).toBeDefined()
})

it('a lease stays with a live server', async () => {
  const { clock, open } = await setUp()
  const [a, b] = [open(), open()]
  let abandoned = 0
  b.onAbandoned = () => abandoned++
  a.start()
  b.start()
  const lease = await a.tryTake('work')
  for (let minute = 0; minute < 3; minute++) {
    await clock.advance(60_000)
    expect(await b.tryTake('work')).toBeUndefined()
  }
  expect(lease?.signal.aborted).toBe(false)
  expect(abandoned).toBe(0)
})

it('a lease moves to another server when its holder has not been heard of for ten seconds', async () => {
  const { clock, open } = await setUp()
  const [a, b] = [open(), open()]
  await a.tryTake('work')
  let abandoned = 0
  b.onAbandoned = () => abandoned++
  b.start()
  await clock.advance(9_000)
  expect(await b.tryTake('work')).toBeUndefined()
  await clock.advance(5_000)
  expect(abandoned).toBeGreaterThan(0)
  expect(await b.tryTake('work')).toBeDefined()
})

it('servers need not agree on the time', async () => {
  const { clock, open } = await setUp()
  const a = open()
  const ahead = createTestClock(clock.now() + 3_600_000)
  const b = open(ahead)
  a.start()
  await a.tryTake('work')
  expect(await b.tryTake('work')).toBeUndefined()
  for (let i = 0; i < 30; i++) {
    await clock.advance(2_000)
    await ahead.advance(2_000)
    expect(await b.tryTake('work')).toBeUndefined()
  }
})

it('a holder whose lease was taken over cannot commit any more', async () => {
  const { storage, clock, open } = await setUp()
  await storage.createSpace('notes')
  const [a, b] = [open(), open()]
  const lease = await a.tryTake('work')
  const fenced = lease?.fence(storage) as Storage
  const change = (doc: string) => () => ({
    changes: [{ space: 'notes', partition: '0'.repeat(16), sort: '', value: { doc, sizeBytes: 1 } }],
    answer: doc,
  })
  expect(await fenced.mutate([], change('1'))).toBe('1')
  await b.tryTake('work')
  await clock.advance(10_000)
  expect(await b.tryTake('work')).toBeDefined()
  await expect(fenced.mutate([], change('2'))).rejects.toThrow(LeaseLost)
  a.start()
  await clock.advance(2_000)
  expect(lease?.signal.aborted).toBe(true)
})

it('work starts again when its lease is lost, and never runs twice on one server', async () => {
  const { clock, open } = await setUp()
  const [a, b] = [open(), open()]
  const log: string[] = []
  const running = a.run('work', signal, async (lease) => {
    log.push('begun')
    if (log.length > 1) return
    await new Promise((resolve) => lease.signal.addEventListener('abort', resolve))
  })
  await a.run('work', signal, async () => void log.push('twice'))
  await b.tryTake('work')
  await clock.advance(10_000)
  const taken = await b.tryTake('work')
  a.start()
  await clock.advance(2_000)
  await taken?.release()
  await clock.advance(2_000)
  await running
  expect(log).toEqual(['begun', 'begun'])
})

it('a lease that nobody takes over is forgotten', async () => {
  const { storage, clock, open } = await setUp()
  const [a, b] = [open(), open()]
  await a.tryTake('work')
  b.start()
  await clock.advance(11 * 60_000)
  expect((await storage.range({ space: 'registers', within: {} })).records).toEqual([])
})

it('a clock that is set back keeps nobody waiting until it has caught up', async () => {
  const { clock } = await setUp()
  let backMs = 0
  const putBack: TestClock = { ...clock, now: () => clock.now() - backMs }
  const memory = createSharedMemory()
  const views = [memory.open(), memory.open()] as const
  for (const space of SYSTEM_SPACES) await views[0].storage.createSpace(space)
  const [a, b] = views.map(({ storage }) => new Leases(storage, { clock: putBack, random: systemRandom }))
  const lease = await a?.tryTake('work')
  expect(await b?.tryTake('work')).toBeUndefined()
  a?.start()
  // It can no longer renew its lease.
  views[0].stall()
  backMs = 60 * 60_000
  await clock.advance(9_000)
  expect(lease?.signal.aborted).toBe(true)
  expect(await b?.tryTake('work')).toBeUndefined()
  await clock.advance(11_000)
  expect(await b?.tryTake('work')).toBeDefined()
})
