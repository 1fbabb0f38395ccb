import * as sdk from '@aws-sdk/client-dynamodb'
import { ServiceError } from '@monotable/protocol'
import { describe, expect, test } from 'vitest'
import { toSdkError } from './sdk-error.ts'

const failedCondition = new ServiceError(
  'ConditionalCheckFailedException',
  'The conditional request failed',
  {
    fields: { Item: { id: { S: '1' } } },
  },
)
const invalid = new ServiceError('ValidationException', 'The table does not have the specified index: byName')

/** Before 3.53 the SDK exported no classes of exceptions, and threw plain errors. */
const sdks = { 'of today': sdk, 'without classes of exceptions': {} }

describe.each(Object.entries(sdks))('errors for an SDK %s', (_title, exports) => {
  test('are errors with the fields that the SDK gives them', () => {
    const error = toSdkError(failedCondition, exports, 'request-1')
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
      $fault: 'client',
      $metadata: { httpStatusCode: 400, requestId: 'request-1' },
      __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
      Item: { id: { S: '1' } },
    })
    expect((error as Error).cause).toBe(failedCondition)
  })

  test('have the class of their name if there is one', () => {
    const error = toSdkError(failedCondition, exports, 'request-1')
    const { ConditionalCheckFailedException: Exception = Error } = exports as Partial<typeof sdk>
    expect((error as Error).constructor).toBe(Exception)
  })

  test('without a class of their own are told by their name', () => {
    const error = toSdkError(invalid, exports, 'request-2')
    expect(error).toMatchObject({ name: 'ValidationException', message: invalid.message })
    const { DynamoDBServiceException: Exception = Error } = exports as Partial<typeof sdk>
    expect((error as Error).constructor).toBe(Exception)
  })
})

test('other errors stay as they are', () => {
  const error = new TypeError('a mistake')
  expect(toSdkError(error, sdk, 'request-3')).toBe(error)
})
