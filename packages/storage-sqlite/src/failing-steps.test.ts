import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { comparePositions, type RecordKey, type RecordValue, type Storage } from '@monotable/engine'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'
import { type FailingStore, type FailingStoreOptions, openFailingStore } from './testing/failing-store.ts'
import { copyAsKilled } from './testing/killed-copy.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-steps-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const spaces = ['s', 't']
const partitions = ['a', 'b', 'c'].map((letter) => letter.padEnd(16))
const sqliteFull = 13

/** Records by place. */
type Records = ReadonlyMap<string, RecordKey & { readonly value: RecordValue }>

const nameOf = ({ space, partition, sort }: RecordKey) => [space, partition, sort].join()

/** What a store should contain: everything decided, except what was refused afterwards. */
class Naive {
  records: Records = new Map()
  #decided: Decided[] = []

  /** The current contents. */
  get now(): Records {
    return this.#with(this.#decided)
  }

  #with(decided: readonly Decided[]): Records {
    const now = new Map(this.records)
    for (const { changes } of decided) {
      for (const { value, ...key } of changes) {
        if (value) now.set(nameOf(key), { ...key, value })
        else now.delete(nameOf(key))
      }
    }
    return now
  }

  /** Called when a job decides. If it decides again, everything decided since its first time is discarded. */
  begin(id: object): void {
    const at = this.#decided.findIndex((decided) => decided.id === id)
    if (at >= 0) this.#decided.splice(at)
  }

  /**
   * Checks what a job has read. If there is room only for removals, other jobs before it in its group are refused, and
   * do not know it yet.
   */
  requireSeen(keys: readonly RecordKey[], values: readonly (RecordValue | undefined)[]): void {
    for (let from = this.#decided.length; from >= 0; from--) {
      const counted = this.#decided.filter(
        ({ changes }, i) => i < from || changes.every(({ value }) => !value),
      )
      const now = this.#with(counted)
      if (!keys.every((key, i) => isDeepStrictEqual(now.get(nameOf(key))?.value, values[i]))) continue
      this.#decided = counted
      return
    }
    expect(values).toEqual(keys.map((key) => this.now.get(nameOf(key))?.value))
  }

  decide(id: object, changes: readonly Change[]): void {
    this.#decided.push({ id, changes })
  }

  /** Checks that the job's decision still counts: no job behind it has seen that it was refused. */
  accept(id: object): void {
    expect(this.#decided.some((decided) => decided.id === id)).toBe(true)
  }

  refuse(id: object): void {
    this.#decided = this.#decided.filter((decided) => decided.id !== id)
  }

  /** Makes everything decided permanent. */
  settle(): void {
    this.records = this.now
    this.#decided = []
  }

  drop(space: string): void {
    this.records = new Map([...this.records].filter(([, record]) => record.space !== space))
  }

  /** Returns one partition of a space, in order. */
  page(space: string, partition: string): readonly string[] {
    const found = [...this.now.values()].filter(
      (record) => record.space === space && record.partition === partition,
    )
    return found.sort(comparePositions).map(({ sort, value }) => `${sort} ${value.doc}`)
  }
}

interface Decided {
  readonly id: object
  readonly changes: readonly Change[]
}

type Change = RecordKey & { readonly value: RecordValue | undefined }

interface Run extends FailingStore {
  readonly options: FailingStoreOptions
  readonly naive: Naive
}

type Step = (run: Run) => Promise<unknown>

/** Accepts a refusal for lack of room, and no other failure. */
async function unlessFull(work: Promise<unknown>, onRefusal = () => {}): Promise<void> {
  try {
    await work
  } catch (error) {
    onRefusal()
    expect(error).toMatchObject({ name: 'StorageError', code: 'FULL' })
  }
}

const key = fc.record({
  space: fc.constantFrom(...spaces),
  partition: fc.constantFrom(...partitions),
  sort: fc.nat({ max: 40 }).map((number) => (number === 0 ? '' : `${number}`)),
})

interface Write {
  readonly keys: readonly RecordKey[]
  /** The length of the document; removals have none. */
  readonly length: number | undefined
  readonly isLooked: boolean
}

const write: fc.Arbitrary<Write> = fc.record({
  keys: fc.uniqueArray(key, { selector: nameOf, minLength: 1, maxLength: 8 }),
  length: fc.option(fc.oneof(fc.nat({ max: 400 }), fc.constant(2_500)), { nil: undefined }),
  isLooked: fc.boolean(),
})

let documents = 0

function mutate({ storage, naive }: Run, { keys, length, isLooked }: Write) {
  const looked = isLooked ? keys : []
  const id = {}
  const decide = (values: readonly (RecordValue | undefined)[]) => {
    naive.begin(id)
    naive.requireSeen(looked, values)
    const doc = `${++documents}${'.'.repeat(length ?? 0)}`
    const value = length === undefined ? undefined : { doc, sizeBytes: doc.length }
    const changes = keys.map((key) => ({ ...key, value }))
    naive.decide(id, changes)
    return { changes, answer: undefined }
  }
  const writing = storage.mutate(looked, decide).then(() => naive.accept(id))
  return unlessFull(writing, () => naive.refuse(id))
}

async function look(storage: Storage, naive: Naive): Promise<void> {
  for (const space of spaces) {
    for (const partition of partitions) {
      const expected = naive.page(space, partition)
      const { records } = await storage.range({ space, within: { partition } })
      expect(records.map(({ sort, doc }) => `${sort} ${doc}`)).toEqual(expected)
    }
    const values = [...naive.now.values()].filter((record) => record.space === space)
    const sizeBytes = values.reduce((sum, { value }) => sum + value.sizeBytes, 0)
    expect(await storage.size(space)).toEqual({ records: values.length, sizeBytes })
  }
}

const writes = fc.array(write, { minLength: 1, maxLength: 6 })

/** Makes the writes within one or two turns, possibly during a handover. */
async function mutateAll(run: Run, writes: readonly Write[]): Promise<void> {
  const running: Promise<void>[] = []
  for (const [i, write] of writes.entries()) {
    running.push(mutate(run, write))
    if (i % 3 === 2) await new Promise(setImmediate)
  }
  await Promise.all(running)
  run.naive.settle()
}

const steps = fc.oneof(
  { weight: 8, arbitrary: writes.map<Step>((writes) => (run) => mutateAll(run, writes)) },
  {
    // There is no room for the journal.
    weight: 4,
    arbitrary: writes.map<Step>((writes) => async (run) => {
      run.failures.append = 'ENOSPC'
      await mutateAll(run, writes)
      run.failures.append = undefined
    }),
  },
  {
    // From now on there is room in the data file, or none, or only for a part of what it is given.
    weight: 3,
    arbitrary: fc
      .record({ commit: fc.constantFrom(undefined, sqliteFull), commitsBefore: fc.nat({ max: 3 }) })
      .map<Step>(
        (room) =>
          async ({ failures }) =>
            void Object.assign(failures, room),
      ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...spaces).map<Step>((space) => async ({ storage, failures, naive }) => {
      await unlessFull(storage.dropSpace(space).then(() => naive.drop(space)))
      failures.commit = undefined
      await storage.createSpace(space)
    }),
  },
  { weight: 4, arbitrary: fc.constant<Step>(({ storage, naive }) => look(storage, naive)) },
  {
    // Writes everything to the data file.
    weight: 4,
    arbitrary: fc.constant<Step>(({ storage }) =>
      unlessFull(storage.snapshot().then((snapshot) => snapshot.release())),
    ),
  },
  {
    // Closes the store or kills the process, and reopens the store with whatever room there is.
    weight: 1,
    arbitrary: fc.boolean().map<Step>((isKilled) => async (run) => {
      const { options, failures } = run
      const copy = isKilled ? await copyAsKilled(run.folder, root) : undefined
      await run.storage.close()
      const folder = copy ?? run.folder
      Object.assign(run, await openFailingStore({ ...options, folder, failures }))
    }),
  },
)

it.each([
  { root, cacheMaxBytes: 0, pendingMaxBytes: 1_500 },
  { root, cacheMaxBytes: 100_000, pendingMaxBytes: 20_000 },
])(
  'whichever steps a full disk refuses, exactly the other ones take effect ($pendingMaxBytes)',
  async (options) => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (steps) => {
        const run = { ...(await openFailingStore(options)), options, naive: new Naive() }
        await run.storage.createSpace('t')
        for (const step of steps) await step(run)
        await look(run.storage, run.naive)
        await run.storage.close()
        const again = await openSqliteStorage({ path: run.folder })
        await look(again, run.naive)
        await again.close()
      }),
      { numRuns: draws(10) },
    )
  },
)
