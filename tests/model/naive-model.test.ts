import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { type AdversityOptions, createDatabase, type Database } from '@monotable/engine'
import { createTableInput, type ModelClient } from '@monotable/model'
import { createServer } from '@monotable/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { compareNotes, scanNotes, untilSent } from './notes/compare-notes.ts'
import { app, connectNotes, type Note, type NotesDb } from './notes/note-model.ts'
import { applyStep, sendStep, step } from './notes/note-steps.ts'

/*
 * After any sequence of verbs the table holds what a map of plain objects holds, and every index key is what a few
 * lines of plain code compute from the item.
 */

const adversity: AdversityOptions = {
  staleReads: 0.5,
  throttling: 0.1,
  conflicts: 0.1,
  unprocessed: 0.2,
}
const viaSdk = (endpoint: string) => {
  const credentials = { accessKeyId: 'dummy', secretAccessKey: 'dummy' }
  // The retries of the SDK would take up the time of the test.
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 })
}
const worlds: readonly {
  readonly name: string
  readonly adversity?: AdversityOptions
  readonly connect?: (url: string) => ModelClient
  readonly runs: number
}[] = [
  { name: 'when all goes well', runs: 60 },
  { name: 'when reads are stale and requests are refused', adversity, runs: 60 },
  {
    name: 'over HTTP, when reads are stale and requests are refused',
    adversity,
    connect: (url) => url,
    runs: 10,
  },
]

describe.each(worlds)('after any verbs the table holds what a naive model holds, $name', (world) => {
  let engine: Database
  let db: NotesDb
  const closing: (() => Promise<void>)[] = []

  beforeAll(async () => {
    engine = await createDatabase({ ...(world.adversity && { adversity: world.adversity }) })
    closing.push(() => engine.close())
    await untilSent(() => engine.send('CreateTable', createTableInput(app)))
    if (world.connect === undefined) db = connectNotes(engine)
    else {
      const server = await createServer(engine, { port: 0 })
      closing.unshift(() => server.close({ limitMs: 0 }))
      db = connectNotes(world.connect(server.url))
    }
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  it('one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const left = [...(await scanNotes(engine)).values()]
        const keys = left.map((item) => ({ owner: item['owner']?.S ?? '', id: item['id']?.S ?? '' }))
        await db.batch.write(keys.map((key) => db.Note.remove(key)))
        const notes = new Map<string, Note>()
        for (const one of steps) {
          const { ok } = await sendStep(db, one)
          expect(ok).toBe(applyStep(notes, one))
        }
        await compareNotes(engine, db, notes)
      }),
      { numRuns: draws(world.runs) },
    )
  })

  it('batches are applied completely and in order, whatever is left unprocessed in between', async () => {
    const notes = Array.from(
      { length: 230 },
      (_, n): Note => ({ owner: `o${n % 7}`, id: `${n}`, status: 'open' }),
    )
    await db.batch.write(notes.map((note) => db.Note.put(note)))
    const asked = [...notes, notes[0] as Note, { owner: 'nobody', id: '1' }]
    const found = await db.batch.get(
      asked.map((note) => db.Note.get(note)),
      { consistent: true },
    )
    expect(found).toEqual([...notes, notes[0], undefined])
    await db.batch.write(notes.map((note) => db.Note.remove(note)))
    expect([...(await scanNotes(engine)).keys()].filter((id) => id.startsWith('o'))).toEqual([])
  })
})

describe('with the AWS SDK, when reads are stale and requests are refused', () => {
  it('batches and verbs are applied completely', async () => {
    const engine = await createDatabase({ adversity: { ...adversity, throttling: 0 } })
    const server = await createServer(engine, { port: 0 })
    const client = viaSdk(server.url)
    try {
      await untilSent(() => engine.send('CreateTable', createTableInput(app)))
      const db = connectNotes(client)
      const notes = Array.from({ length: 60 }, (_, n): Note => ({ owner: 'ann', id: `${n}`, status: 'open' }))
      await db.batch.write(notes.map((note) => db.Note.put(note)))
      for (const note of notes.slice(0, 10)) await db.Note.update(note, { status: 'done' })
      const found = await db.batch.get(
        notes.map((note) => db.Note.get(note)),
        { consistent: true },
      )
      expect(found.map((note) => note?.status)).toEqual(notes.map((_, n) => (n < 10 ? 'done' : 'open')))
    } finally {
      client.destroy()
      await server.close({ limitMs: 0 })
      await engine.close()
    }
  })
})
