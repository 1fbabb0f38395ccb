import type { WireAnswer } from '../operations/operation-context.ts'
import { encodeJson } from '../util/json-text.ts'

/**
 * An answer, with its text where that is wanted. A literal would do, but V8 takes those that outlive many others, as in
 * a burst of requests, to live long, and then makes all of that place old at once, each with its answer behind it: the
 * collector would copy every page of a Query twice. It never does so with the instances of a class.
 */
export class Answered {
  readonly answer: WireAnswer
  readonly text: string | undefined

  constructor(answer: WireAnswer, text: string | undefined) {
    this.answer = answer
    this.text = text
  }
}

/** An answer as JSON. Its own members have plain names, which are written as they are. */
export function encodeAnswer(answer: WireAnswer): string {
  let text = ''
  for (const name in answer) {
    const member = answer[name]
    if (member !== undefined) text += `${text === '' ? '{' : ','}"${name}":${encodeJson(member)}`
  }
  return text === '' ? '{}' : `${text}}`
}
