import type { Storage } from '@monotable/engine'
import { storageContract } from '@monotable/engine/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { type DialectName, requireDialect } from './dialect.ts'
import { openPostgresStorage } from './open-postgres-storage.ts'
import { createPooledSql } from './pooled-sql.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './testing/postgres-server.ts'

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  let server: PostgresServer
  let stores = 0
  const named = process.env['PG_DIALECT'] as DialectName | undefined
  const dialect = named === undefined ? {} : { dialect: named }
  const schemas = new Map<Storage, string>()

  beforeAll(async () => {
    server = await startPostgres(['fsync=off'])
  })
  afterAll(() => server?.stop())

  const open = async (schema: string): Promise<Storage> => {
    const storage = await openPostgresStorage({ url: server.url, schema, readers: 2, writers: 3, ...dialect })
    schemas.set(storage, schema)
    return storage
  }

  storageContract({
    name: 'PostgreSQL',
    open: () => {
      stores += 1
      return open(`store_${process.pid}_${stores}`)
    },
    reopen: async (storage) => {
      await storage.close()
      return open(schemas.get(storage) ?? '')
    },
    modelRuns: draws(10),
  })

  it('a transaction has the isolation that it relies on, whatever the default of the database', async () => {
    const url = new URL(server.url)
    url.searchParams.set('options', '-c default_transaction_isolation=serializable')
    const times = { connectMs: 5_000, statementMs: 5_000 }
    const { settings } = requireDialect(named ?? 'postgres')
    const sql = createPooledSql({
      url: url.href,
      schema: 'public',
      settings,
      readers: 1,
      writers: 1,
      ...times,
    })
    const rows = await sql.interact((run) => run({ text: 'SHOW transaction_isolation', values: [] }))
    expect(rows).toEqual([['read committed']])
    await sql.close()
  })

  describe('a store', () => {
    const withStorage = async (
      use: (storage: Storage, query: (text: string) => Promise<pg.QueryResult>) => Promise<void>,
    ): Promise<void> => {
      stores += 1
      const schema = `store_${process.pid}_${stores}`
      const storage = await open(schema)
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query(`SET search_path = ${schema}`)
      await storage.createSpace('s')
      try {
        await use(storage, (text) => client.query(text))
      } finally {
        await client.end()
        await storage.close()
      }
    }
    const put = (sort: string, doc: string, sizeBytes: number) => ({
      space: 's',
      partition: 'p'.repeat(16),
      sort,
      value: { doc, sizeBytes },
    })

    it('reads a page of a few large records among many small ones exactly', () =>
      withStorage(async (storage) => {
        const sizes = Array.from({ length: 3_000 }, (_, i) => (i % 10 === 9 ? 100_000 : 100))
        const changes = sizes.map((size, i) =>
          put(String(i).padStart(5, '0'), JSON.stringify('x'.repeat(size - 2)), size),
        )
        for (let i = 0; i < changes.length; i += 300) {
          await storage.mutate([], () => ({ changes: changes.slice(i, i + 300), answer: undefined }))
        }
        const within = { partition: 'p'.repeat(16) }
        const page = await storage.range({ space: 's', within, maxBytes: 1_000_000 })
        expect(page.more).toBe(true)
        expect(page.records.map(({ doc }) => doc.length)).toEqual(sizes.slice(0, 100))
        const whole = await storage.range({ space: 's', within })
        expect(whole.records.length).toBe(3_000)
      }))

    it('uses the estimate of the database for the size of a space of millions of records, or of many pages', () =>
      withStorage(async (storage, query) => {
        await storage.mutate([], () => ({
          changes: [put('a', '1', 10), put('b', '2', 30)],
          answer: undefined,
        }))
        expect(await storage.size('s')).toEqual({ records: 2, sizeBytes: 40 })
        await query(`UPDATE pg_class SET reltuples = 6000000 WHERE oid = 's_s'::regclass`)
        expect(await storage.size('s')).toEqual({ records: 6_000_000, sizeBytes: 120_000_000 })
        // Fewer records that take as long to read.
        await query(`UPDATE pg_class SET reltuples = 1000, relpages = 70000 WHERE oid = 's_s'::regclass`)
        expect(await storage.size('s')).toEqual({ records: 1000, sizeBytes: 20_000 })
      }))

    it('does not assign a position again that the database has lost, as a lagging standby may', () =>
      withStorage(async (storage, query) => {
        const append = async (): Promise<string | undefined> => {
          const { space, partition, value } = put('', '1', 1)
          await storage.mutate([], () => ({
            changes: [],
            appends: [{ space, partition, value }],
            answer: undefined,
          }))
          return (await storage.range({ space, within: {}, reverse: true })).records[0]?.sort
        }
        await append()
        const lost = (await append()) ?? ''
        await query('UPDATE logs SET next = next - 1')
        await query(`DELETE FROM s_s WHERE sort = '\\x${Buffer.from(lost, 'latin1').toString('hex')}'`)
        expect(await append()).not.toBe(lost)
      }))

    it('forgets the positions of dropped logs when it is opened again', () =>
      withStorage(async (storage, query) => {
        await storage.createSpace('gone')
        const { partition, value } = put('', '1', 1)
        const appends = ['s', 'gone'].map((space) => ({ space, partition, value }))
        await storage.mutate([], () => ({ changes: [], appends, answer: undefined }))
        await storage.dropSpace('gone')
        const again = await open(`store_${process.pid}_${stores}`)
        await again.close()
        expect((await query('SELECT space FROM logs')).rows).toEqual([{ space: 's' }])
      }))

    it.each([
      ['UPDATE format SET version = 99', 'NEWER_FORMAT'],
      ['ALTER TABLE logs RENAME next TO message', 'IO'],
    ])('removes nothing from a schema that it does not know (%s)', (change, code) =>
      withStorage(async (_, query) => {
        await query("INSERT INTO logs VALUES ('elsewhere', 1)")
        await query(change)
        await expect(open(`store_${process.pid}_${stores}`)).rejects.toMatchObject({ code })
        expect((await query('SELECT space FROM logs')).rows).toEqual([{ space: 'elsewhere' }])
      }),
    )

    it('recreates a space that another server is about to drop', () =>
      withStorage(async (storage, query) => {
        await query(`BEGIN; DROP TABLE s_s; DELETE FROM spaces WHERE name = 's'`)
        const creating = storage.createSpace('s')
        while ((await query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount === 0);
        await query('COMMIT')
        await creating
        expect(await storage.listSpaces()).toEqual(['s'])
        expect(await storage.size('s')).toEqual({ records: 0, sizeBytes: 0 })
      }))

    it('leaves no tokens of its commits behind', () =>
      withStorage(async (storage, query) => {
        const write = (i: number) =>
          storage.mutate([], () => ({ changes: [put(String(i), '1', 1)], answer: undefined }))
        for (let i = 0; i < 600; i++) await write(i)
        await storage.close()
        expect((await query('SELECT 1 FROM commits')).rowCount).toBe(0)
      }))

    it('leaves nothing of its snapshots behind', () =>
      withStorage(async (storage, query) => {
        const released = await storage.snapshot()
        const kept = await storage.snapshot()
        await released.release()
        const late = storage.snapshot()
        await storage.close()
        await (await late).release()
        await kept.release()
        const { rows } = await query(
          `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE 'copy%'`,
        )
        expect(rows).toEqual([])
      }))

    it('answers each of many concurrent reads with what it asked for', () =>
      withStorage(async (storage) => {
        const changes = Array.from({ length: 200 }, (_, i) => put(String(i), String(i), 1))
        await storage.mutate([], () => ({ changes, answer: undefined }))
        const reads = changes.map(({ space, partition, sort }) => storage.read([{ space, partition, sort }]))
        const found = (await Promise.all(reads)).map(([value]) => value?.doc)
        expect(found).toEqual(changes.map(({ value }) => value.doc))
      }))
  })
})
