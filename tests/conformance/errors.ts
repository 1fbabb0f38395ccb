import type { ExpectedError, Fields, Text } from './case.ts'

const envelope = '1 validation error detected: '

/** A ValidationException; `classic` is given where the older wording differs. */
export function invalid(message: Text, classic?: Text): ExpectedError {
  return { name: 'ValidationException', message, ...(classic === undefined ? {} : { classic }) }
}

/** A ValidationException whose message stands alone in the classic wording and is wrapped in the current one. */
export function enveloped(message: string, classic: string = message): ExpectedError {
  return invalid(`${envelope}${message}`, classic)
}

/** A constraint violation that reads the same in both wordings: with the value echoed and a camelCase path. */
export function violation(value: string | null, path: string, constraint: string): ExpectedError {
  return invalid(`${envelope}${violationText(value, path, constraint)}`)
}

export function violationText(value: string | null, path: string, constraint: string): string {
  const shown = value === null ? 'null' : `'${value}'`
  return `Value ${shown} at '${path}' failed to satisfy constraint: ${constraint}`
}

/** Several violations in one message. */
export function violations(...texts: string[]): ExpectedError {
  return invalid(
    `${texts.length} validation error${texts.length === 1 ? '' : 's'} detected: ${texts.join('; ')}`,
  )
}

export const notNull = 'Member must not be null'
export const enumSet = (...names: string[]): string =>
  `Member must satisfy enum value set: [${names.join(', ')}]`
export const minLength = (length: number): string =>
  `Member must have length greater than or equal to ${length}`
export const maxLength = (length: number): string => `Member must have length less than or equal to ${length}`
export const minValue = (value: number): string => `Member must have value greater than or equal to ${value}`
export const maxValue = (value: number): string => `Member must have value less than or equal to ${value}`
export const namePattern = 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+'
export const capacityModes = enumSet('INDEXES', 'TOTAL', 'NONE')

export const conditionFailed: ExpectedError = {
  name: 'ConditionalCheckFailedException',
  message: 'The conditional request failed',
}

/** The error of an item operation on a table that does not exist. */
export const notFound: ExpectedError = {
  name: 'ResourceNotFoundException',
  message: 'Requested resource not found',
}

/** The error of a table operation on a table that does not exist. */
export const tableNotFound = (symbol: string): ExpectedError => ({
  name: 'ResourceNotFoundException',
  message: `Requested resource not found: Table: ${symbol} not found`,
})

/** The error for JSON of the wrong type. */
export const unserializable = (message: string): ExpectedError => ({
  name: 'SerializationException',
  message,
})

/** A cancelled transaction, with one reason per action: `undefined` for an action without fault. */
export function cancelled(...reasons: (Fields | undefined)[]): ExpectedError {
  const all = reasons.map((reason) => reason ?? { Code: 'None' })
  const codes = all.map((reason) => String(reason['Code'])).join(', ')
  return {
    name: 'TransactionCanceledException',
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    fields: { CancellationReasons: all },
  }
}

export const failedCheck: Fields = {
  Code: 'ConditionalCheckFailed',
  Message: 'The conditional request failed',
}

export const faulty = (message: string): Fields => ({ Code: 'ValidationError', Message: message })

const invalidParameter = 'One or more parameter values were invalid: '
/** A message that begins like many messages about parameters. */
export const parameter = (text: string): string => `${invalidParameter}${text}`
