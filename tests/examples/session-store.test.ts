import { createTestClock, openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { prepareTables } from '../../examples/open-example.ts'
import { sessions as table } from '../../examples/session-store/model.ts'
import { sample, sessionData } from '../../examples/session-store/sample.ts'
import { createSessions, type Sessions } from '../../examples/session-store/sessions.ts'
import { backends, type OpenBackend } from '../model/backends.ts'

const startMs = Date.UTC(2026, 0, 5, 9)
const dayMs = 86_400_000

/** Returns a generator of consecutive tokens. */
function countTokens(): () => string {
  let count = 0
  return () => `token-${++count}`
}

describe.each(backends)('sessions, $name', ({ open }) => {
  let backend: OpenBackend
  let sessions: Sessions
  let nowMs = startMs
  const stored = async (token: string) => {
    const Key = { SessionToken: { S: token } }
    return (await backend.db.send('GetItem', { TableName: 'SessionStore', Key })).Item
  }

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(table)
    sessions = createSessions(backend.client, { now: () => nowMs, newToken: countTokens() })
  })
  afterAll(() => backend.close())

  it('are stored under their token, with the user for the index and the expiry in seconds', async () => {
    await sessions.create('oak')
    expect(await stored('token-1')).toEqual({
      SessionToken: { S: 'token-1' },
      Username: { S: 'oak' },
      CreatedAt: { S: '2026-01-05T09:00:00.000Z' },
      ExpiresAt: { S: '2026-01-12T09:00:00.000Z' },
      TTL: { N: String((startMs + 7 * dayMs) / 1000) },
    })
  })

  it('are found by their token until they expire, even while the item still exists', async () => {
    expect(await sessions.find('token-1')).toMatchObject({ Username: 'oak' })
    nowMs = startMs + 7 * dayMs - 1_000
    expect(await sessions.find('token-1')).toMatchObject({ Username: 'oak' })
    nowMs = startMs + 7 * dayMs
    expect(await sessions.find('token-1')).toBeUndefined()
    expect(await stored('token-1')).toBeDefined()
    nowMs = startMs
  })

  it.each(['', 'nothing', 'x'.repeat(5_000)])(
    'are not found by a token that nobody has (%#)',
    async (token) => {
      expect(await sessions.find(token)).toBeUndefined()
      await sessions.end(token)
    },
  )

  it('do not overwrite a token that is in use', async () => {
    const again = createSessions(backend.client, { now: () => nowMs, newToken: () => 'token-1' })
    await expect(again.create('elm')).rejects.toMatchObject({ code: 'CONDITION_FAILED' })
    expect(await sessions.find('token-1')).toMatchObject({ Username: 'oak' })
  })

  it('end one by one, or all of a user at once, however many', async () => {
    await sessions.end('token-1')
    expect(await sessions.find('token-1')).toBeUndefined()
    const pine: string[] = []
    for (let at = 0; at < 30; at++) pine.push((await sessions.create('pine')).SessionToken)
    const { SessionToken: other } = await sessions.create('elm')
    expect(await sessions.endAll('pine')).toBe(30)
    for (const token of pine) expect(await stored(token)).toBeUndefined()
    expect(await sessions.find(other)).toMatchObject({ Username: 'elm' })
    expect(await sessions.endAll('pine')).toBe(0)
  })
})

describe('the session store and time', () => {
  it('expired sessions are really deleted, and the others stay', async () => {
    const clock = createTestClock(startMs)
    const database = await openDatabase({ clock })
    await prepareTables(sample, database, clock.now())
    const sessions = createSessions(database, { now: () => clock.now(), newToken: countTokens() })
    const { SessionToken: token } = await sessions.create('oak')
    const count = async () =>
      (await database.send('Scan', { TableName: 'SessionStore', Select: 'COUNT' })).Count

    await clock.advance(3 * dayMs)
    await database.settled()
    const left = sessionData(startMs).filter(({ ExpiresAt }) => ExpiresAt.getTime() > clock.now())
    expect(await count()).toBe(left.length + 1)
    expect(await sessions.find(token)).toMatchObject({ Username: 'oak' })

    await clock.advance(4 * dayMs)
    await database.settled()
    expect(await count()).toBe(0)
    await database.close()
  })

  it('an existing table is left as it is', async () => {
    const database = await openDatabase()
    await prepareTables(sample, database, startMs)
    const sessions = createSessions(database, { now: () => startMs, newToken: countTokens() })
    await sessions.endAll('oak')
    await prepareTables(sample, database, startMs)
    expect(await sessions.endAll('oak')).toBe(0)
    await database.close()
  })

  it('plays a scenario and shows what each request took', async () => {
    const said: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    await import('../../examples/session-store/run.ts')
    write.mockRestore()
    const text = said.join('')
    expect(text).toContain('PutItem           0 read, 2 write units')
    expect(text).toContain('Query UserIndex   0.5 read, 0 write units\n    Username = hazel')
    expect(text).toContain('In the table it is still there.\n\nAn hour later it is deleted.')
  })
})
