import type { WireItem } from './wire.ts'

/** What a refusal of DynamoDB says, whichever client it came through. */
interface ServiceFailure {
  readonly name?: unknown
  readonly message?: unknown
  /** The AWS SDK has the fields of an error's body on the error. */
  readonly Item?: WireItem
  /** An embedded database has them together. */
  readonly fields?: { readonly Item?: WireItem }
}

/** The code of a refusal, or nothing. */
export function failureName(error: unknown): string | undefined {
  const { name } = (error ?? {}) as ServiceFailure
  return typeof name === 'string' ? name : undefined
}

/** Whether a write was refused by its condition. */
export function isConditionFailure(error: unknown): boolean {
  return failureName(error) === 'ConditionalCheckFailedException'
}

/** The item that a condition failed on, where the write asked for it. */
export function failedItem(error: unknown): WireItem | undefined {
  const failure = error as ServiceFailure
  return failure.Item ?? failure.fields?.Item
}

/** Whether an update was refused because a map or list that it writes into is not there. */
export function isMissingParent(error: unknown): boolean {
  const { message } = (error ?? {}) as ServiceFailure
  return (
    failureName(error) === 'ValidationException' &&
    typeof message === 'string' &&
    message.includes('document path provided in the update expression is invalid')
  )
}
