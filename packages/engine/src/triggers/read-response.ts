import { getOwn } from '@monotable/protocol'
import type { Outcome } from './batch-work.ts'

/**
 * Returns what the answer of a handler says about its batch. No answer, an empty one and an empty list mean
 * success. Of several failures, the first in the batch counts. An identifier that is missing or not in the batch
 * makes the whole batch a failure. (LocalStack's tests saw all of these on AWS: test_dynamodb_report_batch_item_*.)
 */
export function readResponse(response: unknown, sequenceNumbers: readonly string[]): Outcome {
  if (typeof response !== 'object' || response === null) return { kind: 'handled' }
  const failures = getOwn(response as { readonly [name: string]: unknown }, 'batchItemFailures')
  if (failures === undefined || failures === null) return { kind: 'handled' }
  if (!Array.isArray(failures)) return { kind: 'failed' }
  if (failures.length === 0) return { kind: 'handled' }
  const places = new Map(sequenceNumbers.map((number, index) => [number, index]))
  let first = Number.POSITIVE_INFINITY
  for (const failure of failures as unknown[]) {
    const place = places.get(identifierOf(failure))
    if (place === undefined) return { kind: 'failed' }
    first = Math.min(first, place)
  }
  return { kind: 'failed-from', index: first }
}

function identifierOf(failure: unknown): string {
  if (typeof failure !== 'object' || failure === null) return ''
  const identifier = getOwn(failure as { readonly [name: string]: unknown }, 'itemIdentifier')
  return typeof identifier === 'string' ? identifier : ''
}
