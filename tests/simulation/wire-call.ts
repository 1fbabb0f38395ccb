import type { Database } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'

/** A JSON object, as in requests and answers. */
export type Json = { readonly [member: string]: unknown }

/** The result of a request: an answer, or the name of an error with the other members of its body. */
export type Outcome =
  | { readonly answer: Json; readonly error?: undefined }
  | {
      readonly error: string
      readonly fields: Json
      readonly message: string
      readonly answer?: undefined
    }

const caller = { region: 'us-east-1', accountId: '000000000000' }

/** Sends a request as a server would. Throws an error that no client should ever see. */
export async function wireCall(db: Database, operation: string, input: Json): Promise<Outcome> {
  try {
    const text = await db.execute(operation, JSON.parse(JSON.stringify(input)), caller)
    return { answer: text === '' ? {} : (JSON.parse(text) as Json) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const fields = JSON.parse(JSON.stringify(error.fields))
    return { error: error.name, fields, message: error.message }
  }
}

/** Does the same for a request that has to succeed. */
export async function wireAnswer(db: Database, operation: string, input: Json): Promise<Json> {
  const outcome = await wireCall(db, operation, input)
  if (outcome.answer !== undefined) return outcome.answer
  throw new Error(`${operation} answered ${outcome.error}: ${outcome.message}`)
}
