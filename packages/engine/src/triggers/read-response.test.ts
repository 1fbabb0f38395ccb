import { describe, expect, it } from 'vitest'
import { readResponse } from './read-response.ts'

const failures = (...identifiers: unknown[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
})

describe('the answer of a handler', () => {
  // As seen on AWS by LocalStack's tests: test_dynamodb_report_batch_item_success_scenarios, …_failure_scenarios.
  it.each([
    [undefined],
    [null],
    [''],
    [[]],
    [{}],
    [{ batchItemFailures: [] }],
    [{ batchItemFailures: null }],
    [{ statusCode: 200 }],
    [Object.create({ batchItemFailures: [{}] })],
  ])('%j is success', (response) => {
    expect(readResponse(response, ['1', '2'])).toEqual({ kind: 'handled' })
  })

  it.each([
    [failures('')],
    [failures(null)],
    [failures(123)],
    [failures('9')],
    [failures('2', '9')],
    [{ batchItemFailures: [{ foo: '1' }] }],
    [{ batchItemFailures: ['1'] }],
    [{ batchItemFailures: 'all' }],
  ])('%j is a failure of the whole batch', (response) => {
    expect(readResponse(response, ['1', '2'])).toEqual({ kind: 'failed' })
  })

  it('of several failures, the first in the batch counts', () => {
    expect(readResponse(failures('3', '2'), ['1', '2', '3'])).toEqual({ kind: 'failed-from', index: 1 })
  })
})
