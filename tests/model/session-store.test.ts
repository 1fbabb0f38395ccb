import { shape, table } from '@monotable/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

/** The session store of seed 001: plain attributes as keys, a KEYS_ONLY index, items that expire. */
const sessions = table('SessionStore', {
  key: { pk: 'SessionToken' },
  indexes: { UserIndex: { pk: 'Username', projection: 'KEYS_ONLY' } },
  ttl: 'TTL',
  type: false,
})

const Session = sessions.entity('Session', {
  schema: shape<{
    SessionToken: string
    Username: string
    CreatedAt: Date
    ExpiresAt: Date
    Device?: string
    Agent?: string
  }>(),
  index: { UserIndex: {} },
  stored: { CreatedAt: 'date' },
  ttl: { attribute: 'ExpiresAt', after: { days: 7 } },
})

const model = {
  entities: { Session },
  patterns: {
    tokensOf: Session.query('UserIndex'),
    sessionsOf: Session.query('UserIndex', { hydrate: true }),
    everything: Session.scan('primary'),
  },
} as const

describe.each(backends)('the session store of seed 001, $name', ({ open }) => {
  let now = Date.UTC(2020, 0, 1)
  let backend: OpenBackend
  const connect = () => sessions.connect(backend.client, { ...model, clock: { now: () => now } })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(sessions)
    db = connect()
  })
  afterAll(() => backend.close())

  const session = (token: string, Username: string) => ({
    SessionToken: token,
    Username,
    CreatedAt: new Date(now),
  })

  it('a session is stored as in the book, with its expiry in seconds', async () => {
    await db.Session.create(session('t1', 'alexdebrie'))
    const { Item } = await backend.db.send('GetItem', {
      TableName: 'SessionStore',
      Key: { SessionToken: { S: 't1' } },
    })
    expect(Item).toEqual({
      SessionToken: { S: 't1' },
      Username: { S: 'alexdebrie' },
      CreatedAt: { S: '2020-01-01T00:00:00.000Z' },
      ExpiresAt: { S: '2020-01-08T00:00:00.000Z' },
      TTL: { N: '1578441600' },
    })
  })

  it('a token can be created only once', async () => {
    expect(await db.Session.create(session('t1', 'vito')).outcome()).toMatchObject({
      ok: false,
      reason: 'exists',
    })
  })

  it("a user's tokens come from the index, and whole sessions on request", async () => {
    await db.Session.create({ ...session('t2', 'alexdebrie'), ExpiresAt: { hours: 1 } })
    await db.Session.create(session('t3', 'vito'))
    const { items } = await db.q.tokensOf({ Username: 'alexdebrie' })
    expect(items.map(({ SessionToken }) => SessionToken).sort()).toEqual(['t1', 't2'])
    expect(items[0]).not.toHaveProperty('CreatedAt')
    const whole = await db.q.sessionsOf({ Username: 'alexdebrie' })
    expect(whole.items.map(({ CreatedAt }) => CreatedAt)).toEqual([new Date(now), new Date(now)])
  })

  it('an expired session does not exist for any verb, even before it is deleted', async () => {
    const before = now
    now += 2 * 3_600_000
    expect(await db.Session.get({ SessionToken: 't2' })).toBeUndefined()
    expect(await db.Session.get({ SessionToken: 't2' }, { expired: true })).toMatchObject({
      Username: 'alexdebrie',
    })
    const { items } = await db.q.everything({})
    expect(items.map(({ SessionToken }) => SessionToken).sort()).toEqual(['t1', 't3'])
    const outcome = await db.Session.update({ SessionToken: 't2' }, { Username: 'x' }).outcome()
    expect(outcome).toEqual({ ok: false, entity: 'Session', reason: 'missing', item: undefined })
    await db.Session.create(session('t2', 'vito'))
    now = before
  })

  it('an upsert brings back nothing of an expired session', async () => {
    const before = now
    const key = { SessionToken: 'short' }
    await db.Session.create({ ...session('short', 'vito'), Device: 'phone', ExpiresAt: { hours: 1 } })
    now += 2 * 3_600_000
    const { ExpiresAt, ...stored } = await db.Session.upsert(session('short', 'alexdebrie'))
    expect(stored).toEqual({ ...session('short', 'alexdebrie') })
    expect(await db.Session.get(key)).toEqual({ ...stored, ExpiresAt })
    // A session that has not expired is changed.
    await db.Session.update(key, { Device: 'desk' })
    await db.Session.upsert(session('short', 'vito'))
    expect(await db.Session.get(key)).toMatchObject({ Username: 'vito', Device: 'desk' })
    await db.Session.remove(key)
    now = before
  })

  it('of two upserts of an expired session, the second changes what the first stored', async () => {
    const before = now
    await db.Session.create({ ...session('race', 'vito'), Device: 'phone', ExpiresAt: { hours: 1 } })
    now += 2 * 3_600_000
    await Promise.all([
      db.Session.upsert({ ...session('race', 'vito'), Device: 'desk' }),
      db.Session.upsert({ ...session('race', 'vito'), Agent: 'curl' }),
    ])
    expect(await db.Session.get({ SessionToken: 'race' })).toMatchObject({ Device: 'desk', Agent: 'curl' })
    const refused = db.Session.upsert(session('race', 'x'), { if: { Device: 'phone' } }).outcome()
    expect(await refused).toMatchObject({ ok: false, reason: 'condition', item: { Device: 'desk' } })
    await db.Session.remove({ SessionToken: 'race' })
    now = before
  })

  it('a selection does not contain the expiry, although it is read', async () => {
    const found = await db.Session.get({ SessionToken: 't3' }, { select: ['Username'] })
    expect(found).toEqual({ Username: 'vito' })
    const plain = table('Plain', { key: { pk: 'id' }, ttl: 'until', type: false })
    await backend.createTable(plain)
    const Entry = plain.entity('Entry', {
      schema: shape<{ id: string; until: Date; text: string }>(),
      ttl: 'until',
    })
    const store = plain.connect(backend.client, { entities: { Entry }, clock: { now: () => now } })
    await store.Entry.create({ id: '1', until: { hours: 1 }, text: 'a' })
    expect(await store.Entry.get({ id: '1' }, { select: ['text'] })).toEqual({ text: 'a' })
  })

  it('an update changes the expiry', async () => {
    await db.Session.update({ SessionToken: 't3' }, { ExpiresAt: new Date(now + 60_000) })
    const { Item } = await backend.db.send('GetItem', {
      TableName: 'SessionStore',
      Key: { SessionToken: { S: 't3' } },
    })
    expect(Item?.['TTL']).toEqual({ N: String((now + 60_000) / 1000) })
  })

  it('all sessions of a user are removed in a batch', async () => {
    const { items } = await db.q.tokensOf({ Username: 'vito' })
    expect(items.length).toBe(2)
    await db.batch.write(items.map((token) => db.Session.remove(token)))
    expect((await db.q.tokensOf({ Username: 'vito' })).items).toEqual([])
  })
})
