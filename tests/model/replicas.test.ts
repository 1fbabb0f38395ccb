import { shape, table } from '@monotable/model'
import { replicas } from '@monotable/model/distribution'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { backends, type OpenBackend } from './backends.ts'

/*
 * Row 40: copies of a hot record, all of which are written and one of which is read at random. Row 37: an index with
 * the table's own keys.
 */

const app = table('Hot', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byTheme: { pk: 'GSI1PK', sk: 'GSI1SK' }, replica: { pk: 'PK', sk: 'SK' } },
})
const Settings = app.entity('Settings', {
  schema: shape<{ theme: string; visits?: number; notes?: Record<string, { text: string }> }>(),
  key: { pk: 'GLOBAL_SETTINGS_{replica:pad2}', sk: 'SETTINGS' },
  index: { byTheme: { pk: 'THEME#{theme}', sk: 'SETTINGS' } },
  replicas: replicas(3),
  version: true,
})
const Line = app.entity('Line', {
  schema: shape<{ list: string; line: number; text: string }>(),
  key: { pk: 'LIST#{list}#{replica}', sk: '{line:pad3}' },
  replicas: replicas(2),
})
const Product = app.entity('Product', {
  schema: shape<{ id: string; name: string }>(),
  key: { pk: 'PRODUCT#{id}', sk: 'PRODUCT' },
  index: { replica: {} },
})

describe.each(backends)('replicas, $name', ({ open }) => {
  let backend: OpenBackend
  let draws: number[] = []
  const connect = () =>
    app.connect(backend.client, {
      entities: { Settings, Line, Product },
      patterns: {
        byTheme: Settings.query('byTheme'),
        lines: Line.query('primary', { page: 2 }),
        product: Product.query('replica'),
      },
      random: { next: () => draws.shift() ?? Math.random() },
    })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(app)
    db = connect()
  })
  afterAll(() => backend.close())

  async function stored() {
    const { Items = [] } = await backend.db.send('Scan', {
      TableName: 'Hot',
      FilterExpression: 'begins_with(PK, :p)',
      ExpressionAttributeValues: { ':p': { S: 'GLOBAL' } },
    })
    return [...Items].sort((one, other) => ((one['PK']?.S ?? '') < (other['PK']?.S ?? '') ? -1 : 1))
  }

  it('every write goes to all replicas at once; only the first is in indexes', async () => {
    const created = await db.Settings.create({ theme: 'dark' })
    expect(created).toEqual({ theme: 'dark', version: 1 })
    const rows = await stored()
    expect(rows.map(({ PK }) => PK?.S)).toEqual([1, 2, 3].map((at) => `GLOBAL_SETTINGS_0${at}`))
    expect(rows.map(({ theme }) => theme?.S)).toEqual(['dark', 'dark', 'dark'])
    expect(rows.map(({ GSI1PK }) => GSI1PK?.S)).toEqual(['THEME#dark', undefined, undefined])
    expect(await db.Settings.create({ theme: 'x' }).outcome()).toMatchObject({ ok: false, reason: 'exists' })

    const updated = await db.Settings.update(
      {},
      (settings, { set, at, add }) => [
        set(settings.theme, 'light'),
        add(settings.visits, 1),
        set(at(settings.notes, 'a').text, 'first'),
      ],
      { ifVersion: 1 },
    )
    expect(updated).toEqual({ theme: 'light', visits: 1, notes: { a: { text: 'first' } }, version: 2 })
    const { items } = await db.q.byTheme({ theme: 'light' })
    expect(items).toEqual([updated])
    const copies = (await stored()).map(({ PK: _, GSI1PK: __, GSI1SK: ___, ...rest }) => rest)
    expect(copies).toEqual([copies[0], copies[0], copies[0]])
    const late = await db.Settings.update({}, { theme: 'late' }, { ifVersion: 1 }).outcome()
    expect(late).toMatchObject({ ok: false, reason: 'version' })
  })

  it('a read uses any of them', async () => {
    draws = [0, 0.4, 0.99]
    const keys = [1, 2, 3].map(() => db.Settings.get({}).params().input)
    expect(keys.map((input) => 'Key' in input && input.Key['PK'])).toEqual(
      [1, 2, 3].map((at) => ({ S: `GLOBAL_SETTINGS_0${at}` })),
    )
    draws = [0.5]
    expect(await db.Settings.get({})).toMatchObject({ theme: 'light' })
    const many = await db.batch.get([db.Settings.get({})])
    expect(many[0]).toMatchObject({ theme: 'light' })
  })

  it('a whole partition can be replicated; pages stay with one replica', async () => {
    for (const line of [1, 2, 3]) await db.Line.put({ list: 'a', line, text: `line ${line}` })
    draws = [0.9]
    const first = await db.q.lines({ list: 'a' })
    expect(first.items.map(({ line }) => line)).toEqual([1, 2])
    draws = [0.1]
    const second = await db.q.lines({ list: 'a' }, { cursor: first.next })
    expect(second.items.map(({ line }) => line)).toEqual([3])
    await db.Line.remove({ list: 'a', line: 2 })
    for (const draw of [0, 0.9]) {
      draws = [draw]
      expect((await db.q.lines({ list: 'a' })).items.map(({ line }) => line)).toEqual([1, 3])
    }
  })

  it('all replicas have the same generated defaults', async () => {
    let drawn = 0
    const token = z.number().default(() => ++drawn)
    const Seed = app.entity('Seed', {
      schema: z.object({ id: z.string(), token }),
      key: { pk: 'SEED#{id}#{replica}', sk: 'SEED' },
      replicas: replicas(3),
    })
    const seeds = app.connect(backend.client, { entities: { Seed } })
    const made = [await seeds.Seed.create({ id: '1' }), await seeds.Seed.upsert({ id: '2' })]
    for (const seed of made) {
      const { Items = [] } = await backend.db.send('Scan', {
        TableName: 'Hot',
        FilterExpression: 'begins_with(PK, :p)',
        ExpressionAttributeValues: { ':p': { S: `SEED#${seed.id}#` } },
      })
      expect(Items.map((item) => item['token'])).toEqual(Array(3).fill({ N: String(seed.token) }))
    }
  })

  it('a removal removes all replicas', async () => {
    await db.Settings.remove({})
    expect(await stored()).toEqual([])
  })

  it('an index with the keys of the table is a replica to read from', async () => {
    await db.Product.create({ id: '1', name: 'Chair' })
    const { items } = await db.q.product({ id: '1' })
    expect(items).toEqual([{ id: '1', name: 'Chair' }])
  })
})
