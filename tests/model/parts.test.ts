import { shape, table } from '@monotable/model'
import { snapshots } from '@monotable/model/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

/* Row 52: parts of a document with versions of their own. Row 39: a summary, and the content apart from it. */

const app = table('Documents', { key: { pk: 'PK', sk: 'SK' } })
const Summary = app.entity('Summary', {
  schema: shape<{ id: string; title: string }>(),
  key: { pk: 'DOCUMENT#{id}', sk: '#SUMMARY' },
})
type PartName = 'INTRO' | 'MAIN_CONTENT' | 'SUMMARY'
const Part = app.entity('Part', {
  schema: shape<{ id: string; part: PartName; text: string; author: string }>(),
  key: { pk: 'DOCUMENT#{id}', sk: 'PART#{part}' },
  // The seed has INTRO_V1, INTRO_V2 and so on beside each other.
  history: snapshots({ key: { pk: 'DOCUMENT#{id}', sk: 'VERSION#{part:raw}_V{version:pad4}' } }),
})

describe.each(backends)('parts of a document, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () =>
    app.connect(backend.client, {
      entities: { Summary, Part },
      patterns: {
        document: app.collect('primary', { summary: Summary.one(), parts: Part.many() }),
        parts: Part.query('primary'),
      },
    })
  let db: ReturnType<typeof connect>
  const id = 'KBH'
  const part = (name: PartName) => ({ id, part: name })

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
    await db.Summary.create({ id, title: 'On parts' })
    await db.Part.create({ ...part('INTRO'), text: 'intro', author: 'Tom' })
    await db.Part.create({ ...part('MAIN_CONTENT'), text: 'content', author: 'Simon' })
    await db.Part.create({ ...part('SUMMARY'), text: 'summary', author: 'John' })
    await db.Part.update(part('MAIN_CONTENT'), { text: 'better content', author: 'Tom' })
  })
  afterAll(() => backend.close())

  it('a change writes only the part that it changes', async () => {
    const { Items = [] } = await backend.db.send('Query', {
      TableName: 'Documents',
      KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
      ExpressionAttributeValues: { ':pk': { S: 'DOCUMENT#KBH' }, ':sk': { S: 'VERSION#' } },
    })
    expect(Items.map(({ SK }) => SK?.S)).toEqual([
      'VERSION#INTRO_V0001',
      'VERSION#MAIN_CONTENT_V0001',
      'VERSION#MAIN_CONTENT_V0002',
      'VERSION#SUMMARY_V0001',
    ])
  })

  it('one request reads the document with its current parts, and no old versions', async () => {
    const { value, units } = await db.q.document({ id }).measured()
    expect(value.summary).toEqual({ id, title: 'On parts' })
    expect(value.parts.map(({ part, version, text }) => [part, version, text])).toEqual([
      ['INTRO', 1, 'intro'],
      ['MAIN_CONTENT', 2, 'better content'],
      ['SUMMARY', 1, 'summary'],
    ])
    expect(units.requests).toHaveLength(1)
    expect(JSON.stringify(db.q.parts({ id }).params())).toContain('"PART#"')
  })

  it('each part has a history of its own', async () => {
    const { items } = await db.Part.versions(part('MAIN_CONTENT'))
    expect(items.map(({ version, author }) => [version, author])).toEqual([
      [2, 'Tom'],
      [1, 'Simon'],
    ])
    expect((await db.Part.versions(part('INTRO'))).items).toHaveLength(1)
    expect(await db.Part.version(part('MAIN_CONTENT'), 1)).toMatchObject({ text: 'content' })
    expect(await db.Part.restore(part('MAIN_CONTENT'), 1)).toMatchObject({ text: 'content', version: 3 })
    expect(await db.Part.version(part('SUMMARY'), 2)).toBeUndefined()
  })

  it('several parts change together or not at all', async () => {
    await db.transact([
      db.Part.update(part('INTRO'), { text: 'new intro' }, { ifVersion: 1 }),
      db.Part.update(part('SUMMARY'), { text: 'new summary' }, { ifVersion: 1 }),
    ])
    const late = db.transact([
      db.Part.update(part('INTRO'), { text: 'late' }, { ifVersion: 2 }),
      db.Part.update(part('SUMMARY'), { text: 'late' }, { ifVersion: 1 }),
    ])
    await expect(late.send()).rejects.toThrow('has changed since it was read')
    const { parts } = await db.q.document({ id })
    expect(parts.map(({ text, version }) => [text, version])).toEqual([
      ['new intro', 2],
      ['content', 3],
      ['new summary', 2],
    ])
  })
})
