import { createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPooledSql } from './pooled-sql.ts'
import type { Statement } from './sql.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { startSmallPool } from './testing/start-small-pool.ts'

describe.skipIf(!hasPostgres())('pooled connections', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(['fsync=off'])
  })
  afterAll(() => server?.stop())

  const one = { text: 'SELECT 1', values: [] }
  const options = { schema: 'public', settings: [], connectMs: 3_000, statementMs: 600_000 }

  it('hold up nobody behind a pool that serves fewer clients than it accepts', async () => {
    const pool = await startSmallPool(server.url, 2)
    const sql = createPooledSql({ ...options, url: pool.url, readers: 3, writers: 3 })
    const many = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 6 }, work))
    // The readers have all connections until the writers get none.
    expect(await many(() => sql.query(one))).toEqual(Array(6).fill([['1']]))
    await sql.transact([one]).catch(() => {})
    expect(await many(() => sql.transact([one]))).toEqual(Array(6).fill([[['1']]]))
    expect(await many(() => sql.query(one))).toEqual(Array(6).fill([['1']]))
    await sql.close()
    pool.close()
  })

  it('are refused as too many even if there is another host that takes no writes', async () => {
    const field = (text: string): string => `${text}\0`
    const fields = `${field('SERROR')}${field('C53300')}${field('Msorry, too many clients already')}\0`
    const length = Buffer.alloc(4)
    length.writeInt32BE(4 + fields.length)
    const crowded = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])))
    })
    await new Promise<void>((resolve) => crowded.listen(0, '127.0.0.1', resolve))
    const { port } = crowded.address() as { port: number }
    const url = new URL(server.url)
    url.searchParams.set('options', '-cdefault_transaction_read_only=on')
    const others = [`127.0.0.1:${port},${url.host}`, `${url.host},127.0.0.1:${port}`]
    for (const hosts of others) {
      const sql = createPooledSql({
        ...options,
        url: url.href.replace(url.host, hosts),
        readers: 1,
        writers: 1,
      })
      await expect(sql.query(one)).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: '53300' } })
      await sql.close()
    }
    crowded.close()
  })

  it('do not let a short read wait for a long one', async () => {
    const sql = createPooledSql({ ...options, url: server.url, readers: 2, writers: 1 })
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const table = `held_${process.pid}`
    await client.query(`CREATE TABLE ${table} ()`)
    await client.query(`BEGIN; LOCK TABLE ${table}`)
    const count = { text: `SELECT count(*) FROM ${table}`, values: [] }
    const long = Array.from({ length: 5 }, () => sql.query(count, true))
    for (let i = 0; i < 5; i++) expect(await sql.query(one)).toEqual([['1']])
    await client.query('ROLLBACK')
    expect(await Promise.all(long)).toEqual(Array(5).fill([['0']]))
    await client.query(`DROP TABLE ${table}`)
    await client.end()
    await sql.close()
  })

  it('survive more different statements than a connection keeps prepared', async () => {
    const sql = createPooledSql({ ...options, url: server.url, readers: 1, writers: 1 })
    const adds = Array.from({ length: 450 }, (_, i) => {
      return { text: `SELECT $1::int4 + ${i}, pg_backend_pid()`, values: [1] }
    })
    const fails = { text: 'SELECT $1::int4 FROM not_there', values: [1] }
    const kept = { text: 'SELECT count(*) FROM pg_prepared_statements', values: [] }
    const ways = [
      async (statements: readonly Statement[]) => Promise.all(statements.map((one) => sql.query(one))),
      async (statements: readonly Statement[]) => sql.transact(statements),
    ]
    for (const run of ways) {
      const processes = new Set<unknown>()
      for (let round = 0; round < 3; round++) {
        await expect(run([fails])).rejects.toThrow('not_there')
        const sums = (await run(adds)).map(([row]) => Number(row?.[0]))
        expect(sums).toEqual(adds.map((_, i) => i + 1))
        processes.add((await run([adds[0] as Statement]))[0]?.[0]?.[1])
        expect(Number((await run([kept]))[0]?.[0]?.[0])).toBeLessThan(450)
      }
      expect(processes.size).toBe(1)
    }
    await sql.close()
  })

  it('keep only a few long statements prepared, such as those of requests for a hundred tables', async () => {
    const sql = createPooledSql({ ...options, url: server.url, readers: 1, writers: 1 })
    const comment = `/* ${'x'.repeat(20_000)} */`
    for (let i = 0; i < 30; i++) {
      await sql.query({ text: `SELECT $1::int4 + ${i} ${comment}`, values: [1] })
    }
    const kept = { text: 'SELECT sum(length(statement)) FROM pg_prepared_statements', values: [] }
    expect(Number((await sql.query(kept))[0]?.[0])).toBeLessThan(230_000)
    await sql.close()
  })
})
