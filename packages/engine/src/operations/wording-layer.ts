import { ServiceError, ValidationError } from '@monotable/protocol'
import { isForOlderLayer } from '../validation/nesting-depth.ts'

/**
 * How an operation words mistakes in a request before it looks up the table. AWS moved its operations to a new
 * validation layer in 2026, not all of them and not all in the same way (seen on AWS, October 2026):
 *
 * - `enveloped`: PutItem, UpdateItem, DeleteItem: new texts, in an envelope (see `inWriteLayer`);
 * - `bare`: GetItem, BatchGetItem, Query: new texts without an envelope;
 * - `older`: Scan, BatchWriteItem and the transactions: the previous texts; for Scan only in values and
 *   expressions.
 */
export type WordingLayer = 'enveloped' | 'bare' | 'older'

const ENVELOPE = '1 validation error detected: '

/** Errors that even the enveloping operations report without an envelope. */
const alwaysBare = /^(Supplied AttributeValue|Item size)/

/** Runs checks of a request, and words what they throw as the operation does. */
export function inLayer<Result>(layer: WordingLayer, check: () => Result): Result {
  return reworded(() => layer, check)
}

/** Runs checks of a request that writes one item: in an envelope, unless the request is too deep for the new layer. */
export function inWriteLayer<Result>(request: unknown, check: () => Result): Result {
  return reworded(() => (isForOlderLayer(request) ? 'older' : 'enveloped'), check)
}

function reworded<Result>(layer: () => WordingLayer, check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.name !== 'ValidationException') throw error
    throw reword(layer, error)
  }
}

function reword(layerOf: () => WordingLayer, error: ServiceError): ServiceError {
  const classic = error.messageIn('classic')
  const current = error.messageIn('current')
  const bare = current.startsWith(ENVELOPE) ? current.slice(ENVELOPE.length) : current
  const isBare = alwaysBare.test(bare)
  // If all layers say the same, a large request need not be examined for its layer.
  if (isBare && bare === classic) return new ValidationError(classic, classic)
  const layer = layerOf()
  if (layer === 'older') return new ValidationError(classic, classic)
  return new ValidationError(layer === 'enveloped' && !isBare ? ENVELOPE + bare : bare, classic)
}
