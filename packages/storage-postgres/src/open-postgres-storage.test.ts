import type { Storage } from '@monotable/engine'
import { storageContract } from '@monotable/engine/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresStorage } from './open-postgres-storage.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './testing/postgres-server.ts'

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  let server: PostgresServer
  let stores = 0
  const schemas = new Map<Storage, string>()

  beforeAll(async () => {
    server = await startPostgres(['fsync=off'])
  })
  afterAll(() => server?.stop())

  const open = async (schema: string): Promise<Storage> => {
    const storage = await openPostgresStorage({ url: server.url, schema, readers: 2, writers: 3 })
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
    modelRuns: 15,
  })
})
