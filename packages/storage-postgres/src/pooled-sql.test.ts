import { expect, it } from 'vitest'
import { createPooledSql } from './pooled-sql.ts'
import { hasPostgres, startPostgres } from './testing/postgres-server.ts'
import { startSmallPool } from './testing/small-pool.ts'

it.skipIf(!hasPostgres())(
  'a pool before the database that serves fewer than it lets in holds up nobody',
  async () => {
    const server = await startPostgres(['fsync=off'])
    const pool = await startSmallPool(server.url, 2)
    const sql = createPooledSql({
      url: pool.url,
      schema: 'public',
      settings: [],
      connectMs: 3_000,
      statementMs: 600_000,
      readers: 3,
      writers: 3,
    })
    const one = { text: 'SELECT 1', values: [] }
    const many = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 6 }, work))
    // Those who read have all that there is, until those who write have none.
    expect(await many(() => sql.query(one))).toEqual(Array(6).fill([['1']]))
    await sql.transact([one]).catch(() => {})
    expect(await many(() => sql.transact([one]))).toEqual(Array(6).fill([[['1']]]))
    expect(await many(() => sql.query(one))).toEqual(Array(6).fill([['1']]))
    await sql.close()
    pool.close()
    server.stop()
  },
)
