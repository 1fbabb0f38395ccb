import type { Database } from '@monotable/engine'
import { expect } from 'vitest'
import { expectedKeys, type Note, type NotesDb } from './note-model.ts'
import { idOf } from './note-steps.ts'

/** Reads the stored items of the table or of an index, by the identity of their note. */
export async function scanNotes(engine: Database, IndexName?: string) {
  const where = IndexName === undefined ? { ConsistentRead: true } : { IndexName }
  const { Items = [] } = await untilSent(() => engine.send('Scan', { TableName: 'Notes', ...where }))
  return new Map(
    Items.map((item) => [idOf({ owner: item['owner']?.S ?? '', id: item['id']?.S ?? '' }), item]),
  )
}

/** Expects the table to hold exactly the notes of the naive model, and every index key to be right. */
export async function compareNotes(
  engine: Database,
  db: NotesDb,
  notes: ReadonlyMap<string, Note>,
): Promise<void> {
  const items = await scanNotes(engine)
  expect([...items.keys()].sort()).toEqual([...notes.keys()].sort())
  for (const [id, one] of notes) {
    expect(await db.Note.get(one, { consistent: true })).toEqual(one)
    const { G1, S1, G2, S2 } = items.get(id) ?? {}
    const present = Object.entries({ G1, S1, G2, S2 }).filter(([, value]) => value !== undefined)
    expect(Object.fromEntries(present)).toEqual(expectedKeys(one))
  }
  const having = (test: (note: Note) => boolean) =>
    [...notes].filter(([, one]) => test(one)).map(([id]) => id)
  const indexed = async (index: string) => [...(await scanNotes(engine, index)).keys()].sort()
  expect(await indexed('byRank')).toEqual(having((one) => one.rank !== undefined).sort())
  expect(await indexed('byStatus')).toEqual(having((one) => one.due !== undefined).sort())
  const open = having((one) => one.status === 'open' && one.due !== undefined)
  expect(await indexed('openByDue')).toEqual(open.sort())
}

/** Repeats a request of the test itself for as long as it is throttled or in conflict. */
export async function untilSent<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!/Throughput|Throttling|Conflict|RequestLimit/.test((error as Error).name)) throw error
    }
  }
}
