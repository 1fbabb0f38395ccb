import { type ServiceError, validationError } from '@monotable/protocol'

/** Returns the error for a statement that cannot be parsed; what was expected, if known, follows the colon. */
export function notWellFormed(detail = ''): ServiceError {
  return validationError(`Statement wasn't well formed, can't be processed: ${detail}`)
}

/** A part of a statement's text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Returns the error for a part of a statement that can be parsed but not executed, with its position. */
export function errorAt(source: string, { start, end }: Span, problem: string): ServiceError {
  let line = 1
  let lineStart = 0
  for (let next = source.indexOf('\n'); next >= 0 && next < start; next = source.indexOf('\n', next + 1)) {
    line++
    lineStart = next + 1
  }
  return validationError(`${problem} at ${line}:${start - lineStart + 1}:${end - start}`)
}
