import type { Socket } from 'node:net'
import { type Answer, isShort } from '../messages/answer.ts'
import { compressAnswer } from '../messages/compress-answer.ts'
import type { Room } from './room.ts'

/** The size assumed for an answer of several items until it is there: the longest possible one, of BatchGetItem. */
const maxAnswerBytes = 16 * 1024 * 1024

/** Compresses an answer. Others continue meanwhile, and must not make more long answers than there is room for. */
export function compressCounted(
  answers: Room,
  socket: Socket,
  plain: Answer,
  encodings: string,
): Promise<Answer> {
  const compressing = compressAnswer(plain, encodings)
  if (isShort(plain)) return compressing
  const bytes = plain.body.length
  const place = answers.hold({ bytes, address: socket.remoteAddress ?? '', cut: () => {} })
  return compressing.finally(() => place.leave())
}

/**
 * Answers once there is room for a possibly long answer; until then other answers wait to be read. A client that goes
 * away stops waiting.
 */
export function answerInTurn(answers: Room, socket: Socket, answer: () => Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      place.leave()
      reject(new Error('the client has gone'))
    }
    const begin = () => {
      socket.off('close', giveUp)
      if (socket.destroyed) {
        giveUp()
        return
      }
      place.settle()
      resolve(answer().finally(() => place.leave()))
    }
    const place = answers.ask({
      bytes: maxAnswerBytes,
      address: socket.remoteAddress ?? '',
      enter: begin,
      cut: () => {},
    })
    if (place.isInside || socket.destroyed) begin()
    else socket.once('close', giveUp)
  })
}
