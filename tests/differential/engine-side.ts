import { createDatabase, type Database } from '@monotable/engine'
import { ServiceError, type Wording } from '@monotable/protocol'
import type { Answer, Json, Request, Side } from './exchange.ts'

const caller = { region: 'us-east-1', accountId: '000000000000' }

/** Opens our engine in this process and calls it the way a server would. */
export async function openEngineSide(messages: Wording): Promise<Side> {
  const db = await createDatabase({ messages })
  return {
    name: `monotable (${messages})`,
    send: (request) => send(db, request),
    close: () => db.close(),
  }
}

async function send(db: Database, { operation, input }: Request): Promise<Answer> {
  try {
    const text = await db.execute(operation, JSON.parse(JSON.stringify(input)), caller)
    return { body: text === '' ? {} : (JSON.parse(text) as Json) }
  } catch (error) {
    return errorAnswer(error, db.messages)
  }
}

/** An error that is not a ServiceError is our own bug; it is reported like any other difference. */
function errorAnswer(error: unknown, wording: Wording): Answer {
  if (error instanceof ServiceError) {
    const fields = JSON.parse(JSON.stringify(error.fields)) as Json
    return { error: error.name, message: error.messageIn(wording), fields }
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { error: 'Crash', message, fields: {} }
}
