import type { WireAnswer } from '../operations/operation-context.ts'
import { encodeJson } from '../util/json-text.ts'

/**
 * An answer, with its text if that was asked for. An object literal would do, but V8 pretenures literals from a
 * site where many survive, as in a burst of requests: it then allocates all of them as old objects, each keeping
 * its answer alive, and the collector copies every page of a Query twice. It never does that to instances of a
 * class.
 */
export class Answered {
  readonly answer: WireAnswer
  readonly text: string | undefined

  constructor(answer: WireAnswer, text: string | undefined) {
    this.answer = answer
    this.text = text
  }
}

/** Encodes an answer as JSON. Its own members have plain names, which are written unescaped. */
export function encodeAnswer(answer: WireAnswer): string {
  let text = ''
  for (const name in answer) {
    const member = answer[name]
    if (member !== undefined) text += `${text === '' ? '{' : ','}"${name}":${encodeJson(member)}`
  }
  return text === '' ? '{}' : `${text}}`
}
