import { openPostgresStorage } from '@monotable/storage-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPostgresPrograms,
  type OwnPostgresServer,
  startOwnPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'

describe.skipIf(!hasPostgresPrograms())('a store may be opened', () => {
  let server: OwnPostgresServer
  let client: pg.Client
  beforeAll(async () => {
    server = await startOwnPostgres({ settings: ['fsync=off'] })
    client = new pg.Client({ connectionString: server.url })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    server?.stop()
  })

  /** Opens a store in a database as some user, and writes and reads through it. */
  const use = async (user: string, database: string, schema?: string): Promise<void> => {
    const url = `postgres://${user}@127.0.0.1:${server.port}/${database}`
    const storage = await openPostgresStorage({ url, ...(schema && { schema }) })
    try {
      await storage.createSpace('s')
      const key = { space: 's', partition: 'p'.repeat(16), sort: '' }
      const value = { doc: '"żółw 🐢"', sizeBytes: 12 }
      await storage.mutate([], () => ({ changes: [{ ...key, value }], answer: undefined }))
      expect(await storage.read([key])).toEqual([value])
    } finally {
      await storage.close()
    }
  }

  it('in a schema created for a role that may not create one itself', async () => {
    await client.query('CREATE ROLE tenant LOGIN')
    await client.query('CREATE SCHEMA tenant_schema AUTHORIZATION tenant')
    await use('tenant', 'postgres', 'tenant_schema')
    // Once more, now that everything exists.
    await use('tenant', 'postgres', 'tenant_schema')
    await expect(use('tenant', 'postgres', 'another')).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringContaining('permission denied'),
    })
  })

  it.each(['user', 'order', 'select', '_1'])('in a schema called %s', async (schema) => {
    await use('monotable', 'postgres', schema)
    const text = 'SELECT 1 FROM pg_tables WHERE schemaname = $1'
    expect((await client.query(text, [schema])).rowCount).toBe(5)
  })

  it('in a database that stores bytes unchanged, but not in one whose encoding cannot hold all text', async () => {
    await client.query("CREATE DATABASE bare ENCODING 'SQL_ASCII' TEMPLATE template0")
    await use('monotable', 'bare')
    await client.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    await expect(use('monotable', 'latin')).rejects.toThrow('has the encoding LATIN1')
    const latin = new pg.Client({ connectionString: server.url.replace(/postgres$/, 'latin') })
    await latin.connect()
    expect((await latin.query("SELECT 1 FROM pg_namespace WHERE nspname = 'monotable'")).rowCount).toBe(0)
    await latin.end()
  })

  it.each([
    { readers: 0 },
    { writers: -1 },
    { writers: 1.5 },
    { readers: Number.NaN },
    { statementMs: 2 ** 31 },
  ])('but not with %o', async (numbers) => {
    const [number] = Object.values(numbers)
    await expect(openPostgresStorage({ url: server.url, ...numbers })).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringContaining(`must be a whole number of 1 or more, not ${number}.`),
    })
  })

  it('with one connection for reads and one for writes', async () => {
    const storage = await openPostgresStorage({ url: server.url, schema: 'few', readers: 1, writers: 1 })
    await storage.createSpace('s')
    const keys = Array.from({ length: 40 }, (_, i) => ({
      space: 's',
      partition: 'p'.repeat(16),
      sort: `${i}`,
    }))
    await Promise.all(
      keys.map((key) =>
        storage.mutate([key], () => ({
          changes: [{ ...key, value: { doc: '1', sizeBytes: 1 } }],
          answer: 1,
        })),
      ),
    )
    expect((await storage.size('s')).records).toBe(40)
    const held = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'monotable'"
    expect((await client.query(held)).rowCount).toBe(2)
    await storage.close()
  })

  it('but not in a read-only database', async () => {
    await client.query('CREATE DATABASE frozen')
    await client.query('ALTER DATABASE frozen SET default_transaction_read_only = on')
    await expect(use('monotable', 'frozen')).rejects.toThrow('a standby, or read-only')
  })
})
