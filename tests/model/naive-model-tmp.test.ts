import { type AdversityOptions, createDatabase, type Database } from '@monotable/engine'
import { createTableInput, shape, table } from '@monotable/model'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * After any sequence of verbs the table holds what a map of plain objects holds, and every key of an index is what a
 * few lines of plain code make of the item.
 */

interface Note {
  readonly id: string
  readonly owner: string
  readonly status: 'open' | 'done'
  readonly rank?: number
  readonly due?: string
  readonly labels?: { readonly [name: string]: string }
}

const app = table('Notes', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    byRank: { pk: 'G1', sk: 'S1' },
    openByDue: { pk: 'G2', sk: 'S2' },
    byStatus: { pk: 'status', sk: 'due' },
  },
})
const NoteEntity = app.entity('Note', {
  schema: shape<Note>(),
  key: { pk: 'OWNER#{owner}', sk: 'NOTE#{id}' },
  index: {
    byRank: { pk: 'OWNER#{owner}', sk: '{rank:pad4}#{status}' },
    openByDue: { pk: 'OPEN', sk: '{due}#{owner}', when: { status: 'open' } },
    byStatus: {},
  },
})

/** The stored keys of a note, by plain code. */
function expectedKeys({ owner, status, rank, due }: Note): object {
  return {
    ...(rank !== undefined && {
      G1: { S: `OWNER#${owner}` },
      S1: { S: `${String(rank).padStart(4, '0')}#${status}` },
    }),
    ...(status === 'open' && due !== undefined && { G2: { S: 'OPEN' }, S2: { S: `${due}#${owner}` } }),
  }
}

const key = fc.record({ owner: fc.constantFrom('ann', 'bob'), id: fc.constantFrom('1', '2', '3') })
const status = fc.constantFrom<Note['status']>('open', 'done')
const rank = fc.integer({ min: 0, max: 9000 })
const due = fc.constantFrom('2020-01-01', '2021-06-30', '2022')
const label = fc.constantFrom('a', 'toString', '__proto__')
const rest = fc.record({ status, rank, due }, { requiredKeys: ['status'] })
const note = fc.tuple(key, rest).map(([one, two]): Note => ({ ...one, ...two }))
const step = fc.oneof(
  fc.record({ verb: fc.constantFrom('create' as const, 'put' as const, 'upsert' as const), note }),
  fc.record({ verb: fc.constant('remove' as const), key }),
  fc.record({
    verb: fc.constant('set' as const),
    key,
    changes: fc.record({ status, rank, due }, { requiredKeys: [] }),
  }),
  fc.record({
    verb: fc.constant('clear' as const),
    key,
    attribute: fc.constantFrom('rank' as const, 'due' as const),
  }),
  fc.record({ verb: fc.constant('raise' as const), key, amount: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ verb: fc.constant('label' as const), key, label, text: fc.string() }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const idOf = ({ owner, id }: { readonly owner: string; readonly id: string }) => `${owner}/${id}`

/** What a step leaves of a note; the same note when it is refused. */
function applyStep(notes: Map<string, Note>, step: Step): boolean {
  const id = idOf('note' in step ? step.note : step.key)
  const before = notes.get(id)
  switch (step.verb) {
    case 'create':
      if (before === undefined) notes.set(id, step.note)
      return before === undefined
    case 'put':
      notes.set(id, step.note)
      return true
    case 'upsert':
      notes.set(id, { ...before, ...step.note })
      return true
    case 'remove':
      notes.delete(id)
      return true
    default:
      if (before !== undefined) notes.set(id, changeNote(before, step))
      return before !== undefined
  }
}

function changeNote(before: Note, step: Exclude<Step, { note: unknown } | { verb: 'remove' }>): Note {
  switch (step.verb) {
    case 'set':
      return { ...before, ...(step.changes as Partial<Note>) }
    case 'clear': {
      const { [step.attribute]: _, ...left } = before
      return left
    }
    case 'raise':
      return { ...before, rank: (before.rank ?? 0) + step.amount }
    case 'label': {
      const labels = Object.fromEntries([...Object.entries(before.labels ?? {}), [step.label, step.text]])
      return { ...before, labels }
    }
  }
}

const worlds: readonly { readonly name: string; readonly adversity?: AdversityOptions }[] = [
  { name: 'when all goes well' },
  {
    name: 'when reads are stale and requests are refused',
    adversity: { staleReads: 0.5, throttling: 0.1, conflicts: 0.1 },
  },
]

/** Sends a request of the test's own until it is not refused for the moment. */
async function untilSent<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!/Throughput|Throttling|Conflict|RequestLimit/.test((error as Error).name)) throw error
    }
  }
}

describe.each(worlds)('after any verbs the table holds what a naive model holds, $name', ({ adversity }) => {
  let engine: Database
  const connect = () => app.connect(engine, { entities: { Note: NoteEntity }, sleep: async () => {} })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    engine = await createDatabase({ ...(adversity && { adversity }) })
    await untilSent(() => engine.send('CreateTable', createTableInput(app)))
    db = connect()
  })
  afterAll(() => engine.close())

  function send(step: Step) {
    switch (step.verb) {
      case 'create':
        return db.Note.create(step.note).outcome()
      case 'put':
        return db.Note.put(step.note).outcome()
      case 'upsert':
        return db.Note.upsert(step.note).outcome()
      case 'remove':
        return db.Note.remove(step.key).outcome()
      case 'set':
        return db.Note.update(step.key, step.changes as Partial<Note>).outcome()
      case 'clear':
        return db.Note.update(step.key, (item, { remove }) => remove(item[step.attribute])).outcome()
      case 'raise':
        return db.Note.update(step.key, (item, { add }) => add(item.rank, step.amount)).outcome()
      case 'label':
        return db.Note.update(step.key, (item, { set, at }) =>
          set(at(item.labels, step.label), step.text),
        ).outcome()
    }
  }

  async function scan(IndexName?: string) {
    const where = IndexName === undefined ? { ConsistentRead: true } : { IndexName }
    const { Items = [] } = await untilSent(() => engine.send('Scan', { TableName: 'Notes', ...where }))
    return new Map(
      Items.map((item) => [idOf({ owner: item['owner']?.S ?? '', id: item['id']?.S ?? '' }), item]),
    )
  }

  it('one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        for (const { owner, id } of await allKeys(await scan())) await db.Note.remove({ owner, id })
        const notes = new Map<string, Note>()
        for (const one of steps) {
          const { ok } = await send(one)
          expect(ok).toBe(applyStep(notes, one))
        }
        await compare(notes)
      }),
      { numRuns: 1500, seed: 424242 },
    )
  })

  async function allKeys(items: Awaited<ReturnType<typeof scan>>) {
    return [...items.values()].map((item) => ({ owner: item['owner']?.S ?? '', id: item['id']?.S ?? '' }))
  }

  async function compare(notes: ReadonlyMap<string, Note>): Promise<void> {
    const items = await scan()
    expect([...items.keys()].sort()).toEqual([...notes.keys()].sort())
    for (const [id, one] of notes) {
      expect(await db.Note.get(one, { consistent: true })).toEqual(one)
      const { G1, S1, G2, S2 } = items.get(id) ?? {}
      const present = Object.entries({ G1, S1, G2, S2 }).filter(([, value]) => value !== undefined)
      expect(Object.fromEntries(present)).toEqual(expectedKeys(one))
    }
    const having = (test: (note: Note) => boolean) =>
      [...notes].filter(([, one]) => test(one)).map(([id]) => id)
    expect([...(await scan('byRank')).keys()].sort()).toEqual(having((one) => one.rank !== undefined).sort())
    expect([...(await scan('byStatus')).keys()].sort()).toEqual(having((one) => one.due !== undefined).sort())
    const open = having((one) => one.status === 'open' && one.due !== undefined)
    expect([...(await scan('openByDue')).keys()].sort()).toEqual(open.sort())
  }
})
