import type { Answer } from '../messages/answer.ts'
import type { HeaderValues } from '../messages/server-request.ts'

/**
 * The AWS SDK for Go, version 2, closes the body of its request as soon as the head of the answer is there. If Go has
 * not seen the end of that body by then, it takes this for a failure and ends the connection, and the rest of the
 * answer is lost: "use of closed network connection". The newest smithy-go fixes this (`safeWriteToReadCloser`).
 * Amazon's answers come later than that, and so do ours to such a client.
 */
const goSdk = /\baws-sdk-go-v2\//

/** Go reads 4 KB at a time, including the head: a shorter answer leaves no rest to lose. */
const readAtOnce = 3_000

/** How long the client gets to reach the end of its request. */
const patienceMs = 1

/** Calls `write`, after a moment if the client might otherwise not read such an answer to its end. */
export function delayWriteForGo(answer: Answer, headers: HeaderValues, write: () => void): void {
  const isLong = answer.body.length > readAtOnce
  if (isLong && goSdk.test(headers.get('user-agent') ?? '')) setTimeout(write, patienceMs)
  else write()
}
