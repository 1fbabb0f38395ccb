import { ServiceError } from '@monotable/protocol'

/** The exports of `@aws-sdk/client-dynamodb` that errors are made from. */
export interface SdkErrors {
  readonly DynamoDBServiceException: ExceptionClass
  readonly [name: string]: unknown
}

type ExceptionClass = new (options: {
  readonly name: string
  readonly message: string
  readonly $fault: 'client' | 'server'
  readonly $metadata: object
}) => Error

/**
 * Converts an error to what the AWS SDK throws: an instance of the specific class if there is one, so that `instanceof`
 * works, and with the type of the wire, by which some libraries recognize errors.
 */
export function toSdkError(error: unknown, sdk: SdkErrors, requestId: string): unknown {
  if (!(error instanceof ServiceError)) return error
  const { name, message, statusCode } = error
  const modelled = Object.hasOwn(sdk, name) ? sdk[name] : undefined
  const Exception = isExceptionClass(modelled, sdk) ? modelled : sdk.DynamoDBServiceException
  const exception = new Exception({
    name,
    message,
    $fault: statusCode < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode: statusCode, requestId, attempts: 1, totalRetryDelay: 0 },
  })
  // As with the SDK's own, whoever copies or prints it sees its message, and not its cause.
  Object.defineProperty(exception, 'message', { enumerable: true })
  Object.defineProperty(exception, 'cause', { value: error, writable: true, configurable: true })
  return Object.assign(exception, error.fields, { __type: error.type })
}

function isExceptionClass(value: unknown, sdk: SdkErrors): value is ExceptionClass {
  return typeof value === 'function' && value.prototype instanceof sdk.DynamoDBServiceException
}
