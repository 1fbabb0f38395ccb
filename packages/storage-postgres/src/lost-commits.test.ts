import type { Storage } from '@monotable/engine'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresStorage } from './open-postgres-storage.ts'
import { hasPostgresPrograms, type PostgresServer, startOwnPostgres } from './testing/postgres-server.ts'
import { type CuttingProxy, startCuttingProxy } from './testing/start-cutting-proxy.ts'

describe.skipIf(!hasPostgresPrograms())('when the answer to COMMIT is lost with its connection', () => {
  let server: PostgresServer
  let proxy: CuttingProxy
  let storage: Storage
  beforeAll(async () => {
    server = await startOwnPostgres({ settings: ['fsync=off'] })
    proxy = await startCuttingProxy(server.url)
    storage = await openPostgresStorage({ url: proxy.url })
    await storage.createSpace('s')
  })
  afterAll(async () => {
    await storage?.close()
    proxy?.close()
    server?.stop()
  })

  const partition = 'p'.repeat(16)
  const put = (sort: string, doc: string) => ({
    space: 's',
    partition,
    sort,
    value: { doc, sizeBytes: doc.length },
  })

  it('a write takes effect once', async () => {
    proxy.cuts = 1
    const key = { space: 's', partition, sort: 'count' }
    const count = () =>
      storage.mutate([key], ([value]) => {
        const next = String(Number(value?.doc ?? 0) + 1)
        return { changes: [put('count', next)], answer: next }
      })
    expect(await count()).toBe('1')
    expect(proxy.cuts).toBe(0)
    expect(await count()).toBe('2')
  })

  it('a page that takes several statements is read again, since nothing was written', async () => {
    const changes = Array.from({ length: 20 }, (_, i) => put(`r${i}`, JSON.stringify('x'.repeat(100_000))))
    await storage.mutate([], () => ({ changes, answer: undefined }))
    proxy.cuts = 1
    const page = await storage.range({ space: 's', within: { partition }, maxBytes: 1_000_000 })
    expect(proxy.cuts).toBe(0)
    expect(page.records.length).toBeGreaterThan(8)
  })

  it('a snapshot is made and leaves nothing behind', async () => {
    proxy.cuts = 1
    const snapshot = await storage.snapshot()
    expect(proxy.cuts).toBe(0)
    await storage.restore(snapshot)
    await snapshot.release()
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE tablename LIKE 'copy%'`)
    await client.end()
    expect(rows).toEqual([])
  })
})
