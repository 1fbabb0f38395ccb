import { ServiceError } from '@monotable/protocol'

/** The exports of `@aws-sdk/client-dynamodb`, from which errors are made. */
export interface SdkErrors {
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
  const details = {
    name,
    $fault: statusCode < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode: statusCode, requestId, attempts: 1, totalRetryDelay: 0 },
  } as const
  const Exception = findExceptionClass(name, sdk)
  const exception = Exception
    ? new Exception({ ...details, message })
    : Object.assign(new Error(message), details)
  // As with the SDK's own, whoever copies or prints it sees its message, and not its cause.
  Object.defineProperty(exception, 'message', { enumerable: true })
  Object.defineProperty(exception, 'cause', { value: error, writable: true, configurable: true })
  return Object.assign(exception, error.fields, { __type: error.type })
}

/** Finds the class of an error, or that of all errors. Before 3.53 the SDK had neither, and threw plain errors. */
function findExceptionClass(name: string, sdk: SdkErrors): ExceptionClass | undefined {
  const classes = [name, 'DynamoDBServiceException'].map((exported) =>
    Object.hasOwn(sdk, exported) ? sdk[exported] : undefined,
  )
  return classes.find(isErrorClass)
}

function isErrorClass(value: unknown): value is ExceptionClass {
  return typeof value === 'function' && value.prototype instanceof Error
}
