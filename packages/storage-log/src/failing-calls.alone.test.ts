import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Change, type Storage, StorageError, type StorageSnapshot } from '@monotable/engine'
import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { openLogStorage } from './open-log-storage.ts'
import { copyAsKilled } from './testing/copy-as-killed.ts'
import { systemCalls, systemError } from './testing/failing-calls.ts'

vi.mock('node:fs', async (load) =>
  (await import('./testing/failing-calls.ts')).withFailingCalls(await load<typeof import('node:fs')>()),
)
vi.mock('node:fs/promises', async (load) =>
  (await import('./testing/failing-calls.ts')).withFailingPromises(
    await load<typeof import('node:fs/promises')>(),
  ),
)

const root = mkdtempSync(join(tmpdir(), 'monotable-log-calls-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Documents by space and place. */
type State = ReadonlyMap<string, ReadonlyMap<string, string>>

const spaces = ['s', 't', 'u']
const partitions = ['\0', 'p', '\xff'].map((letter) => letter.repeat(16))
const sorts = ['', 'a', 'b', '\xff'.repeat(2_100), ...Array.from({ length: 12 }, (_, i) => `k${i}`)]
const lengths = [0, 1, 11, 300, 300, 300, 2_000, 16_384, 100_000]
const letters = ['x', 'é', '€', '😀']

/** The errors that a store may report for a failing call. */
const refusals: ReadonlySet<string> = new Set(['FULL', 'UNAVAILABLE', 'IO'])

interface Failure {
  readonly name: string
  readonly code: string
  /** How many calls succeed before it, and how many fail from then on. */
  readonly after: number
  readonly times: number
}

type Step =
  | { readonly kind: 'mutate'; readonly batches: readonly (readonly Change[])[] }
  | { readonly kind: 'create' | 'drop'; readonly space: string }
  | { readonly kind: 'clear' | 'snapshot' | 'restore' | 'release' | 'reopen' | 'killed' | 'turns' }
  | { readonly kind: 'fail'; readonly failure: Failure }

const change: fc.Arbitrary<Change> = fc
  .record({
    space: fc.constantFrom(...spaces),
    partition: fc.constantFrom(...partitions),
    sort: fc.constantFrom(...sorts),
    length: fc.option(fc.constantFrom(...lengths), { nil: undefined, freq: 4 }),
    letter: fc.constantFrom(...letters),
  })
  .map(({ length, letter, ...key }) => {
    const value = length === undefined ? undefined : { doc: letter.repeat(length), sizeBytes: length }
    return { ...key, value }
  })

const failure = fc
  .record({
    name: fc.constantFrom('write', 'fdatasync', 'fsync', 'rename', 'open', 'rm', 'read'),
    code: fc.constantFrom('ENOSPC', 'ENOSPC', 'EIO', 'EMFILE'),
    after: fc.nat(6),
    times: fc.constantFrom(1, 1, 3, Number.POSITIVE_INFINITY),
  })
  // Reading needs no room, and only opening a file needs a handle.
  .map((failure) => {
    const isMeant = failure.code === 'EMFILE' ? failure.name === 'open' : failure.name !== 'read'
    return isMeant ? failure : { ...failure, code: 'EIO' }
  })

const space = fc.constantFrom(...spaces)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('mutate' as const),
      batches: fc.array(fc.array(change, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('create' as const, 'drop' as const), space }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'clear' as const,
        'snapshot' as const,
        'restore' as const,
        'release' as const,
        'reopen' as const,
        'killed' as const,
        'turns' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), failure }) },
)

/** A store whose system calls may fail, and what it should contain. */
class Run {
  readonly #path = mkdtempSync(join(root, 'store-'))
  readonly #isSmall: boolean
  #copies = 0
  #storage: Storage | undefined
  /** What is certainly there. */
  #state: State = new Map()
  /** States that may be there instead when the store is reopened, because nobody knows what the disk has. */
  #perhaps: State[] = []
  #snapshots: { readonly stored: StorageSnapshot; readonly state: State }[] = []
  #hasFailed = false

  constructor(isSmall: boolean) {
    this.#isSmall = isSmall
  }

  async begin(): Promise<void> {
    this.#storage = await this.#open(this.#path)
    for (const space of spaces.slice(0, 2)) await this.step({ kind: 'create', space })
  }

  #open(path: string): Promise<Storage> {
    const segmentBytes = this.#isSmall ? 600 : 20_000
    return openLogStorage({ path, segmentBytes, cacheMaxBytes: 60_000, openFilesMax: 3 })
  }

  get #there(): Storage {
    return this.#storage as Storage
  }

  async step(step: Step): Promise<void> {
    switch (step.kind) {
      case 'mutate':
        return this.#mutate(step.batches)
      case 'create':
        return this.#become(
          () => this.#there.createSpace(step.space),
          new Map<string, ReadonlyMap<string, string>>([[step.space, new Map()], ...this.#state]),
        )
      case 'drop':
        return this.#become(
          () => this.#there.dropSpace(step.space),
          new Map([...this.#state].filter(([name]) => name !== step.space)),
        )
      case 'clear':
        return this.#become(() => this.#there.clear(), new Map())
      case 'snapshot': {
        const state = this.#state
        return this.#become(async () => {
          this.#snapshots.push({ stored: await this.#there.snapshot(), state })
        }, state)
      }
      case 'restore': {
        const last = this.#snapshots.at(-1)
        return last && this.#become(() => this.#there.restore(last.stored), last.state)
      }
      case 'release':
        return this.#snapshots.shift()?.stored.release()
      case 'turns':
        for (let i = 0; i < 20; i++) await nextTurn()
        return
      case 'killed':
        return this.#checkKilled()
      case 'reopen':
        return this.reopen()
      case 'fail':
        return fail(step.failure)
    }
  }

  async reopen(): Promise<void> {
    systemCalls.onCall = () => {}
    await this.#there.close()
    this.#storage = await this.#open(this.#path)
    this.#snapshots = []
    this.#hasFailed = false
    this.#state = await this.#sameAsAny(await stateOf(this.#there))
    this.#perhaps = []
  }

  async end(): Promise<void> {
    await this.reopen()
    await this.#there.close()
    rmSync(this.#path, { recursive: true, force: true })
  }

  async #mutate(batches: readonly (readonly Change[])[]): Promise<void> {
    const known = batches.map((batch) => batch.filter((change) => this.#state.has(change.space)))
    const outcomes = await Promise.allSettled(
      known.map((changes) => this.#there.mutate([], () => ({ changes, answer: undefined }))),
    )
    const hadFailed = this.#hasFailed
    let perhaps = this.#state
    outcomes.forEach((outcome, i) => {
      const changes = known[i] ?? []
      perhaps = applied(perhaps, changes)
      if (outcome.status === 'fulfilled') this.#state = applied(this.#state, changes)
      else if (!hadFailed) this.#refused(outcome.reason, perhaps)
    })
    await this.#check()
  }

  /** Runs `work`, after which the store should have the state `after`. */
  async #become(work: () => Promise<void>, after: State): Promise<void> {
    try {
      await work()
      this.#state = after
    } catch (error) {
      if (!this.#hasFailed) this.#refused(error, after)
    }
    await this.#check()
  }

  #refused(error: unknown, after: State): void {
    if (!(error instanceof StorageError)) throw error
    expect(refusals).toContain(error.code)
    if (error.code !== 'IO') return
    this.#hasFailed = true
    this.#perhaps.push(after)
  }

  async #check(): Promise<void> {
    try {
      expect(await stateOf(this.#there)).toEqual(this.#state)
    } catch (error) {
      if (!(error instanceof StorageError) || !refusals.has(error.code)) throw error
      this.#hasFailed ||= error.code === 'IO'
    }
  }

  async #checkKilled(): Promise<void> {
    const { onCall } = systemCalls
    systemCalls.onCall = () => {}
    const copy = `${this.#path}-${++this.#copies}`
    copyAsKilled(this.#path, copy)
    const storage = await this.#open(copy)
    await this.#sameAsAny(await stateOf(storage))
    await storage.close()
    rmSync(copy, { recursive: true })
    systemCalls.onCall = onCall
  }

  async #sameAsAny(found: State): Promise<State> {
    if (this.#perhaps.some((state) => isSame(state, found))) return found
    expect(found).toEqual(this.#state)
    return found
  }
}

function fail({ name, code, after, times }: Failure): void {
  let calls = 0
  systemCalls.onCall = (call) => {
    if (call.name !== name) return
    calls += 1
    if (calls > after && calls <= after + times) throw systemError(code)
  }
}

function applied(state: State, changes: readonly Change[]): State {
  const next = new Map([...state].map(([space, records]) => [space, new Map(records)]))
  for (const { space, partition, sort, value } of changes) {
    const place = `${partition} ${sort}`
    if (value) next.get(space)?.set(place, value.doc)
    else next.get(space)?.delete(place)
  }
  return next
}

async function stateOf(storage: Storage): Promise<State> {
  const state = new Map<string, ReadonlyMap<string, string>>()
  for (const space of await storage.listSpaces()) {
    const { records } = await storage.range({ space, within: {} })
    state.set(space, new Map(records.map(({ partition, sort, doc }) => [`${partition} ${sort}`, doc])))
    const sizeBytes = records.reduce((sum, record) => sum + record.sizeBytes, 0)
    expect(await storage.size(space)).toEqual({ records: records.length, sizeBytes })
  }
  return state
}

function isSame(a: State, b: State): boolean {
  const text = (state: State) =>
    JSON.stringify([...state].map(([space, records]) => [space, [...records].sort()]).sort())
  return text(a) === text(b)
}

it('keeps every acknowledged write and no refused one, whatever fails and whenever it is killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.array(step, { maxLength: 40, size: 'max' }),
      async (isSmall, isSlow, steps) => {
        const run = new Run(isSmall)
        systemCalls.syncMs = isSlow ? 2 : 0
        await run.begin()
        try {
          for (const step of steps) await run.step(step)
          await run.end()
        } finally {
          systemCalls.onCall = () => {}
        }
      },
    ),
    { numRuns: draws(6) },
  )
})
