import type { Answer } from '../messages/answer.ts'
import type { HeaderValues } from '../messages/server-request.ts'

/**
 * The AWS SDK for Go, version 2, closes the body of its request as soon as the head of the answer is there. If that is
 * before Go has seen the end of that body, Go takes it for a failure, ends the connection, and the rest of the answer is
 * lost: "use of closed network connection". The newest smithy-go has it mended (`safeWriteToReadCloser`). Amazon's answers
 * come later than that, and so do ours to such a client.
 */
const hastyClient = /\baws-sdk-go-v2\//

/** Go reads 4 KB at once, head and all: of a shorter answer there is no rest. */
const readAtOnce = 3_000

/** How long the client is given to come to the end of its request. */
const patienceMs = 1

/** Calls `write`, a moment later if the client might not read such an answer to its end. */
export function writeInTime(answer: Answer, headers: HeaderValues, write: () => void): void {
  const isLong = answer.body.length > readAtOnce
  if (isLong && hastyClient.test(headers.get('user-agent') ?? '')) setTimeout(write, patienceMs)
  else write()
}
