import { createDatabase, type Database, type DatabaseOptions } from '@monotable/engine'
import { createServer } from '@monotable/server'

/** A database in memory behind an HTTP server on a free local port. */
export interface ServedDatabase {
  readonly url: string
  readonly db: Database
  close(): Promise<void>
}

/** Clients sign with these; the server accepts any. */
export const credentials = { accessKeyId: 'dummy', secretAccessKey: 'dummy' }
export const region = 'us-east-1'

export async function serveDatabase(options: DatabaseOptions = {}): Promise<ServedDatabase> {
  const db = await createDatabase(options)
  const server = await createServer(db, { port: 0 })
  return {
    url: server.url,
    db,
    close: async () => {
      // The clients are done, but their idle connections would be waited for half a second.
      await server.close({ limitMs: 0 })
      await db.close()
    },
  }
}
