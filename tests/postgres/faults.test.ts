import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Storage, StorageError } from '@monotable/engine'
import { openPostgresStorage } from '@monotable/storage-postgres'
import pg from 'pg'
import { describe, expect, it, type TestContext } from 'vitest'
import {
  hasPostgresPrograms,
  type OwnPostgresServer,
  startOwnPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { FaultLoad, prepareLoad } from './fault-load.ts'
import { startVanishingLink } from './vanishing-link.ts'

describe.skipIf(!hasPostgresPrograms())('a PostgreSQL that fails', () => {
  const start = async (test: TestContext, ...settings: string[]): Promise<OwnPostgresServer> => {
    const server = await startOwnPostgres({ settings })
    test.onTestFinished(() => server.stop())
    return server
  }

  const open = async (test: TestContext, url: string, statementMs = 30_000): Promise<Storage> => {
    const storage = await openPostgresStorage({ url, statementMs })
    test.onTestFinished(() => storage.close())
    await prepareLoad(storage)
    return storage
  }

  /** Opens a connection for the test itself. */
  const connect = async (test: TestContext, url: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    test.onTestFinished(() => client.end())
    return client
  }

  const expectNoConnections = async (client: pg.Client): Promise<void> => {
    const text = "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'monotable'"
    const count = async (): Promise<number> =>
      (await client.query<{ count: number }>(text)).rows[0]?.count ?? 0
    // The database takes a moment to notice.
    for (let i = 0; i < 100 && (await count()) > 0; i++) await pause(50)
    expect(await count()).toBe(0)
  }

  it('loses nothing when it is restarted under load, and serves again', async (test) => {
    const server = await start(test, 'fsync=off')
    const storage = await open(test, server.url)
    const load = new FaultLoad(storage, 16)
    for (let i = 0; i < 2; i++) {
      await load.progress(200)
      server.restart()
    }
    await load.progress(200)
    await load.stop()
    await load.check()
    expect(load.failures.filter(({ code }) => code !== 'UNAVAILABLE')).toEqual([])
    await storage.close()
    await expectNoConnections(await connect(test, server.url))
  })

  it('loses nothing when it is killed and a synchronous standby takes over', async (test) => {
    const server = await start(test)
    const standby = await server.addSynchronousStandby()
    const hosts = `127.0.0.1:${server.port},127.0.0.1:${standby.port}`
    const storage = await open(test, `postgres://monotable@${hosts}/postgres?target_session_attrs=read-write`)
    const load = new FaultLoad(storage, 16)
    await load.progress(200)
    server.kill()
    await pause(300)
    standby.promote()
    await load.progress(200)
    await load.stop()
    await load.check()
    expect(load.failures.filter(({ code }) => code !== 'UNAVAILABLE')).toEqual([])
  })

  it('acknowledges nothing that the standby lacks, even if somebody cancels the wait for it', async (test) => {
    const server = await start(test, 'fsync=off')
    const storage = await open(test, server.url)
    const client = await connect(test, server.url)
    const waitFor = async (standby: string): Promise<void> => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
      await client.query('SELECT pg_reload_conf()')
    }
    const waiting = "FROM pg_stat_activity WHERE application_name = 'monotable' AND wait_event = 'SyncRep'"
    await waitFor('nobody')
    let isAcknowledged = false
    const change = { space: 'markers', partition: 'p'.repeat(16), sort: 'one' }
    const write = async (): Promise<void> => {
      isAcknowledged = false
      const changes = [{ ...change, value: { doc: '1', sizeBytes: 1 } }]
      await storage.mutate([], () => ({ changes, answer: undefined }))
      isAcknowledged = true
    }
    let written = write()
    const count = async (what: string): Promise<number> =>
      (await client.query(`SELECT ${what} ${waiting}`)).rowCount ?? 0
    while ((await count('pg_cancel_backend(pid)')) === 0) {
      // The database takes a moment to wait for anybody.
      if (isAcknowledged) written = write()
      await pause(20)
    }
    // Now the store asks what has become of the commit, and that waits for the standby, too.
    while (!isAcknowledged && (await count('pid')) === 0) await pause(20)
    expect(isAcknowledged).toBe(false)
    await waitFor('')
    await written
    expect(await storage.read([change])).toMatchObject([{ doc: '1' }])
  })

  // These four mostly wait, so they do it together.
  it.concurrent('does not keep the locks of a server that vanishes while it reads what it has locked', async (test) => {
    const server = await start(test, 'fsync=off')
    const link = await startVanishingLink(server.port)
    test.onTestFinished(() => link.close())
    const others = await openPostgresStorage({ url: server.url })
    test.onTestFinished(() => others.close())
    await others.createSpace('large')
    // Too much for the buffers on the way.
    const keys = Array.from({ length: 20 }, (_, i) => ({
      space: 'large',
      partition: 'p'.repeat(16),
      sort: `${i}`,
    }))
    const value = { doc: `"${'x'.repeat(400_000)}"`, sizeBytes: 400_000 }
    const write = (storage: Storage): Promise<void> =>
      storage.mutate(keys, () => ({ changes: keys.map((key) => ({ ...key, value })), answer: undefined }))
    await write(others)
    const vanishing = await openPostgresStorage({ url: link.url, readers: 1, writers: 1 })
    test.onTestFinished(() => vanishing.close())
    // The others are always ahead of its commits, so in the end it locks what it reads.
    link.beforeCommit = () => write(others)
    const lost = expect(write(vanishing)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const written = link.vanished.then(() => write(others))
    await Promise.all([lost, written])
  })

  it.concurrent("recovers when the primary's machine disappears silently", async (test) => {
    const server = await start(test)
    const standby = await server.addSynchronousStandby()
    const hosts = `127.0.0.1:${server.port},127.0.0.1:${standby.port}`
    // A long statement limit, so that only the silence reveals the loss.
    const storage = await open(test, `postgres://monotable@${hosts}/postgres`, 600_000)
    const load = new FaultLoad(storage, 16)
    await load.progress(200)
    server.freeze()
    standby.promote()
    await load.progress(200)
    await load.stop()
    await load.check()
    expect(load.failures.filter(({ code }) => code !== 'UNAVAILABLE')).toEqual([])
  })

  it.concurrent('can be closed while the server does not respond', async (test) => {
    const server = await start(test, 'fsync=off')
    const storage = await open(test, server.url)
    await storage.size('counters')
    server.freeze()
    await storage.close()
    await expect(openPostgresStorage({ url: server.url })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { code: 'ETIMEDOUT' },
    })
  })

  it.concurrent('reports that it is unavailable when it gets no connection at all', async (test) => {
    const server = await start(
      test,
      'fsync=off',
      'max_connections=3',
      'superuser_reserved_connections=0',
      'max_wal_senders=0',
    )
    const others = [
      await connect(test, server.url),
      await connect(test, server.url),
      await connect(test, server.url),
    ]
    const opening = openPostgresStorage({ url: server.url })
    await expect(opening).rejects.toMatchObject({ name: 'StorageError', code: 'UNAVAILABLE' })
    await Promise.all(others.slice(1).map((client) => client.end()))
    await (await open(test, server.url)).close()
  })

  it('applies everything once when connections are terminated in the middle of transactions', async (test) => {
    const server = await start(test, 'fsync=off')
    const storage = await open(test, server.url)
    const client = await connect(test, server.url)
    const load = new FaultLoad(storage, 16)
    const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'monotable' AND random() < 0.3`
    for (let i = 0; i < 60; i++) {
      await load.progress(3)
      await client.query(text)
    }
    await load.progress(100)
    await load.stop()
    await load.check()
    // A lost connection is replaced without its user noticing.
    expect(load.failures).toEqual([])
    const held = await client.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'monotable'")
    expect(held.rowCount).toBeLessThanOrEqual(10)
    await storage.close()
    await expectNoConnections(client)
  })

  it('works with the few connections that it gets', async (test) => {
    const server = await start(
      test,
      'fsync=off',
      'max_connections=4',
      'superuser_reserved_connections=0',
      'max_wal_senders=0',
    )
    const storage = await open(test, server.url)
    const load = new FaultLoad(storage, 16)
    await load.progress(200)
    await load.stop()
    await load.check()
    expect(load.failures.filter(({ code }) => code !== 'UNAVAILABLE')).toEqual([])
  })

  it('continues while tables wait to be dropped because somebody reads them for long', async (test) => {
    const server = await start(test, 'fsync=off')
    const storage = await openPostgresStorage({ url: server.url, writers: 2 })
    test.onTestFinished(() => storage.close())
    await prepareLoad(storage)
    await storage.createSpace('other')
    const client = await connect(test, server.url)
    const all = 'monotable.s_counters, monotable.s_log, monotable.s_markers'
    await client.query(`BEGIN; LOCK TABLE ${all} IN ACCESS SHARE MODE`)
    const refusals: StorageError[] = []
    const drops = ['counters', 'log', 'markers'].map((space) =>
      storage.dropSpace(space).catch((error: StorageError) => refusals.push(error)),
    )
    while ((await client.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount === 0) await pause(5)
    const value = { doc: '{}', sizeBytes: 2 }
    const change = { space: 'other', partition: 'p'.repeat(16), sort: '', value }
    await storage.mutate([], () => ({ changes: [change], answer: undefined }))
    // Earlier than it would be if all connections waited until two of them gave up.
    expect(refusals.length).toBeLessThan(2)
    await Promise.all(drops)
    expect(refusals.map(({ code }) => code)).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE'])
    await client.query('ROLLBACK')
    await storage.clear()
    expect(await storage.listSpaces()).toEqual([])
  })

  it('ends statements that take too long, without partial effects', async (test) => {
    const server = await start(test, 'fsync=off')
    const storage = await open(test, server.url, 2_000)
    const load = new FaultLoad(storage, 4)
    await load.progress(100)
    const client = await connect(test, server.url)
    await client.query('BEGIN; LOCK TABLE monotable.s_counters IN SHARE MODE')
    while (load.failures.length === 0) await pause(20)
    // Reads are not queued behind waiting writes.
    expect((await storage.size('counters')).records).toBeGreaterThan(0)
    await client.query('ROLLBACK')
    await load.progress(50)
    await load.stop()
    await load.check()
    expect(load.failures.filter(({ code }) => code !== 'UNAVAILABLE')).toEqual([])
  })

  it('reports that it is full, keeps its data, and continues when there is room', async (test) => {
    const folder = mkdtempSync('/tmp/monotable-small-disk-')
    test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    if (!mountSmallDisk(folder)) return test.skip('no small disk can be mounted here')
    test.onTestFinished(() => void execFileSync('umount', [folder]))
    const server = await start(test, 'fsync=off')
    const client = await connect(test, server.url)
    await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`)
    await client.query('ALTER DATABASE postgres SET default_tablespace = small')
    const storage = await open(test, server.url)
    const load = new FaultLoad(storage, 4)
    await load.progress(50)
    await client.query('CREATE TABLE ballast (filling text) TABLESPACE small')
    const grow = 'INSERT INTO ballast SELECT repeat(md5(random()::text), 50) FROM generate_series(1, 200)'
    while (!load.failures.some(({ code }) => code === 'FULL')) await client.query(grow).catch(() => pause(20))
    await client.query('DROP TABLE ballast')
    await load.progress(50)
    await load.stop()
    await load.check()
    expect(load.failures.filter(({ code }) => code !== 'FULL')).toEqual([])
  })
})

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder], { stdio: 'ignore' })
    // Only root can mount, and PostgreSQL then runs as a user of its own.
    execFileSync('chown', ['postgres', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
