import type { Answer } from '../messages/answer.ts'

/** A database that can say whether its store answers. */
export interface TellsReadiness {
  ready?(): Promise<void>
}

/** Who asks does so every few seconds, and takes no answer for a bad one. */
const patienceMs = 3_000

/**
 * `GET /ready`, for what spreads requests over servers: 200 when the store answers, 503 when it does not. `GET /` is
 * DynamoDB's own, and says only that the server itself is there.
 */
export async function answerReady(db: TellsReadiness): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false)
  })
  const answered = (db.ready?.() ?? Promise.resolve()).then(
    () => true,
    () => false,
  )
  const isReady = await Promise.race([answered, tooLate])
  clearTimeout(timer)
  return isReady
    ? { status: 200, contentType: 'text/plain', body: 'ready\n' }
    : { status: 503, contentType: 'text/plain', body: 'The database does not answer.\n' }
}
