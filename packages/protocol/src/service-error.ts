/** The error codes that this database can return, and the namespaces in which DynamoDB declares them. */
const namespaces = {
  BackupInUseException: 'com.amazonaws.dynamodb.v20120810',
  BackupNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  ConditionalCheckFailedException: 'com.amazonaws.dynamodb.v20120810',
  ContinuousBackupsUnavailableException: 'com.amazonaws.dynamodb.v20120810',
  DuplicateItemException: 'com.amazonaws.dynamodb.v20120810',
  ExpiredIteratorException: 'com.amazonaws.dynamodb.v20120810',
  ExportConflictException: 'com.amazonaws.dynamodb.v20120810',
  ExportNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  GlobalTableNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  IdempotentParameterMismatchException: 'com.amazonaws.dynamodb.v20120810',
  ImportConflictException: 'com.amazonaws.dynamodb.v20120810',
  ImportNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  InternalServerError: 'com.amazonaws.dynamodb.v20120810',
  InvalidExportTimeException: 'com.amazonaws.dynamodb.v20120810',
  InvalidRestoreTimeException: 'com.amazonaws.dynamodb.v20120810',
  ItemCollectionSizeLimitExceededException: 'com.amazonaws.dynamodb.v20120810',
  LimitExceededException: 'com.amazonaws.dynamodb.v20120810',
  PointInTimeRecoveryUnavailableException: 'com.amazonaws.dynamodb.v20120810',
  PolicyNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  ProvisionedThroughputExceededException: 'com.amazonaws.dynamodb.v20120810',
  RequestLimitExceeded: 'com.amazonaws.dynamodb.v20120810',
  ResourceInUseException: 'com.amazonaws.dynamodb.v20120810',
  ResourceNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  TableAlreadyExistsException: 'com.amazonaws.dynamodb.v20120810',
  TableInUseException: 'com.amazonaws.dynamodb.v20120810',
  TableNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  TransactionCanceledException: 'com.amazonaws.dynamodb.v20120810',
  TransactionConflictException: 'com.amazonaws.dynamodb.v20120810',
  TransactionInProgressException: 'com.amazonaws.dynamodb.v20120810',
  TrimmedDataAccessException: 'com.amazonaws.dynamodb.v20120810',
  ValidationException: 'com.amazon.coral.validate',
  SerializationException: 'com.amazon.coral.service',
  UnknownOperationException: 'com.amazon.coral.service',
  AccessDeniedException: 'com.amazon.coral.service',
  IncompleteSignatureException: 'com.amazon.coral.service',
  InvalidSignatureException: 'com.amazon.coral.service',
  MissingAuthenticationTokenException: 'com.amazon.coral.service',
  UnrecognizedClientException: 'com.amazon.coral.service',
  ThrottlingException: 'com.amazon.coral.availability',
  ServiceUnavailable: 'com.amazon.coral.availability',
} as const

/** The code of an error, as an SDK shows it in `error.name`. */
export type ServiceErrorName = keyof typeof namespaces

/** How validation errors are worded: as AWS has worded them since 2026, or as it did before. */
export type Wording = 'current' | 'classic'

/** What an error's body may have besides its message. */
export interface ServiceErrorDetails {
  /** Other fields of the body, such as `CancellationReasons` or the `Item` of a failed condition. */
  readonly fields?: { readonly [name: string]: unknown }
  readonly cause?: unknown
}

/**
 * The error with which DynamoDB itself would refuse a request. `message` is in the current wording; `messageIn`
 * returns either.
 */
export class ServiceError extends Error {
  override readonly name: ServiceErrorName
  readonly fields: { readonly [name: string]: unknown }

  constructor(name: ServiceErrorName, message: string, details: ServiceErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = name
    this.fields = details.fields ?? {}
  }

  /** The value of `__type` in the response body. */
  get type(): string {
    return `${namespaces[this.name]}#${this.name}`
  }

  /** The HTTP status of the response. */
  get statusCode(): number {
    if (this.name === 'InternalServerError') return 500
    return this.name === 'ServiceUnavailable' ? 503 : 400
  }

  messageIn(_wording: Wording): string {
    return this.message
  }
}

/**
 * A request that violates constraints. AWS used to list every violation; since 2026 it stops at the first, and puts
 * the same envelope around messages that used to stand alone.
 */
export class ValidationError extends ServiceError {
  readonly #classic: string

  constructor(current: string, classic: string, details: ServiceErrorDetails = {}) {
    super('ValidationException', current, details)
    this.#classic = classic
  }

  override messageIn(wording: Wording): string {
    return wording === 'classic' ? this.#classic : this.message
  }
}

/** Returns a ValidationException whose message is the same in both wordings. */
export function validationError(message: string): ServiceError {
  return new ServiceError('ValidationException', message)
}

/** Returns a ValidationException that stands alone in the classic wording and has an envelope in the current one. */
export function envelopedError(message: string): ServiceError {
  return new ValidationError(`1 validation error detected: ${message}`, message)
}

/**
 * Returns a ValidationException for violated constraints: all of them in the classic wording, only the first in the
 * current one.
 */
export function constraintError(violations: readonly string[]): ServiceError {
  const count = violations.length === 1 ? '1 validation error' : `${violations.length} validation errors`
  return new ValidationError(
    `1 validation error detected: ${violations[0]}`,
    `${count} detected: ${violations.join('; ')}`,
  )
}
