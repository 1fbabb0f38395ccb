import type { OperationName, ServiceError } from '@monotable/protocol'
import { describe, expect, test } from 'vitest'
import { validateRequest } from '../validation/validate-request.ts'

/** A request that is refused before anything is looked up, and the message. */
export interface RefusedRequest {
  readonly title: string
  readonly operation: OperationName
  readonly request: unknown
  readonly current: string
  /** Same as `current` if absent. */
  readonly classic?: string
  /** Where a surprising answer was seen. */
  readonly source?: string
}

/** Sources of answers. */
export const seenIn = {
  parity: 'captures of AWS in the DynamoDB conformance suite, 2026-06 to 2026-10',
  quirks: 'captures of AWS in the published notes on the API’s quirks, 2026-10',
  verified: 'tests that moto marks as verified on AWS',
  dynalite: 'tests that dynalite recorded on AWS',
}

/** Declares a test for each request. */
export function describeRefused(title: string, requests: readonly RefusedRequest[]): void {
  describe(title, () => {
    test.each(requests)('$operation: $title', ({ operation, request, current, classic = current }) => {
      const error = refusalOf(operation, request)
      expect(error.name).toBe('ValidationException')
      expect(error.messageIn('current')).toBe(current)
      expect(error.messageIn('classic')).toBe(classic)
    })
  })
}

/** Returns the refusal of a request. */
export function refusalOf(operation: OperationName, request: unknown): ServiceError {
  try {
    validateRequest(operation, request)
  } catch (error) {
    return error as ServiceError
  }
  throw new Error('accepted')
}

/** Returns the message for one violated constraint. */
export const one = (text: string) => `1 validation error detected: ${text}`

/** Returns the message for several, as AWS worded it before 2026. */
export const several = (...texts: string[]) =>
  `${texts.length} validation errors detected: ${texts.join('; ')}`

/** Describes a violated constraint, with the value. */
export const broken = (value: string, path: string, constraint: string) =>
  `Value ${value} at '${path}' failed to satisfy constraint: ${constraint}`

/** Describes a violated constraint, in the wording without the value. */
export const sizeless = (path: string, constraint: string) =>
  `Value at '${path}' failed to satisfy constraint: ${constraint}`

/** Describes a missing required member. */
export const missing = (path: string) => broken('null', path, 'Member must not be null')

/** Describes a value that is not in the enum. */
export const enumOf = (value: string, path: string, ...values: string[]) =>
  broken(`'${value}'`, path, `Member must satisfy enum value set: [${values.join(', ')}]`)

/** Constraints. */
export const atLeast = (limit: number) => `Member must have length greater than or equal to ${limit}`
export const atMost = (limit: number) => `Member must have length less than or equal to ${limit}`
export const NAME = 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+'
