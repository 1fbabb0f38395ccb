import { createDatabase, type Database, type DatabaseOptions, type Storage } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import { createServer } from '@monotable/server'
import { createHttpClient } from './http-client.ts'
import type { Answer, Target } from './target.ts'

const caller = { region: 'eu-west-2', accountId: '123456789012' }
const prefix = 'Conformance_'
/** The account that a server assumes for a caller it does not know. */
const servedAccountId = '000000000000'

/**
 * A database in this process, called the way a server would call it. It is reset for each case, or keeps its tables
 * where creating them takes longest: on a disk.
 */
export async function embeddedTarget(
  options: DatabaseOptions = {},
  how: { readonly sharesTables?: boolean } = {},
): Promise<Target> {
  const db = await createDatabase(options)
  return {
    wording: db.messages,
    region: caller.region,
    call: (operation, input, region) => execute(db, operation, { input, region }),
    ...(!how.sharesTables && { reset: () => db.reset() }),
    pollDelayMs: 1,
    prefix,
    close: () => db.close(),
  }
}

/** Several databases over shared tables, called in turn: each must see what the others have done. */
export async function turnsTarget(storages: readonly Storage[]): Promise<Target> {
  const dbs: Database[] = []
  for (const storage of storages) dbs.push(await createDatabase({ storage }))
  let turn = 0
  return {
    wording: 'current',
    region: caller.region,
    call: (operation, input, region) =>
      execute(dbs[turn++ % dbs.length] as Database, operation, { input, region }),
    // A replica that leaves its global table waits a second for servers that have not heard of it.
    pollDelayMs: 10,
    prefix,
    close: async () => {
      await Promise.all(dbs.map((db) => db.close()))
    },
  }
}

interface Request {
  readonly input: unknown
  readonly region?: string | undefined
  readonly accountId?: string
}

async function execute(
  db: Database,
  operation: string,
  { input, region = caller.region, accountId = caller.accountId }: Request,
): Promise<Answer> {
  try {
    const text = await db.execute(operation, input, { region, accountId })
    return { output: text === '' ? '' : JSON.parse(text) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const fields: unknown = JSON.parse(JSON.stringify(error.fields))
    return { error: { name: error.name, message: error.messageIn(db.messages), fields } }
  }
}

/** A database behind a server, called with signed requests. Fixtures are set up directly, which takes half the time. */
export async function servedTarget(): Promise<Target> {
  const db = await createDatabase()
  const server = await createServer(db, { port: 0 })
  const client = createHttpClient({
    endpoint: server.url,
    region: caller.region,
    accessKeyId: 'conformance',
    secretAccessKey: 'conformance',
  })
  return {
    wording: db.messages,
    region: caller.region,
    call: (operation, input, region) => client.call(operation, input, region),
    arrange: (operation, input, region) =>
      execute(db, operation, { input, region, accountId: servedAccountId }),
    pollDelayMs: 1,
    prefix,
    close: async () => {
      client.close()
      await server.close()
      await db.close()
    },
  }
}
