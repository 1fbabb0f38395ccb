import type { Answer } from '../messages/answer.ts'

/** A database that can tell whether its store answers. */
export interface ReportsReadiness {
  ready?(): Promise<void>
}

/** Load balancers check every few seconds, and take no answer for a bad one. */
const patienceMs = 3_000

/**
 * Answers `GET /ready`, meant for load balancers: 200 if the store answers, 503 if it does not. `GET /` is DynamoDB's
 * own, and says only that the server itself is there.
 */
export async function answerReady(db: ReportsReadiness): Promise<Answer> {
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
