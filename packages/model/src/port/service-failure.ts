import type { WireItem } from './wire.ts'

/** What a refusal of DynamoDB says, whichever client it came through. */
interface ServiceFailure extends FailureFields {
  readonly name?: string
  readonly message?: string
  /** The AWS SDK has the fields of an error's body on the error; an embedded database has them together. */
  readonly fields?: FailureFields
}

interface FailureFields {
  readonly Item?: WireItem
  readonly CancellationReasons?: readonly CancellationReason[]
}

/** Why a member of a transaction would not go through; its code is `None` for one that would. */
export interface CancellationReason {
  readonly Code?: string
  readonly Message?: string
  readonly Item?: WireItem
}

/** The code of a refusal, or nothing. */
export function failureName(error: unknown): string | undefined {
  return (error as ServiceFailure | undefined)?.name
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

/** The reasons of a transaction that was cancelled, one for each member; none for any other failure. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] {
  if (failureName(error) !== 'TransactionCanceledException') return []
  const { CancellationReasons, fields } = error as ServiceFailure
  return CancellationReasons ?? fields?.CancellationReasons ?? []
}

/** Whether others changed, or were changing, what a write was planned by: planned again, it may pass. */
export function isContention(error: unknown): boolean {
  return (
    isConditionFailure(error) ||
    cancellationReasons(error).some(
      ({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict',
    )
  )
}

/** Whether an update was refused because a map or list that it writes into is not there. */
export function isMissingParent(error: unknown): boolean {
  const messages = cancellationReasons(error).map(({ Message }) => Message)
  messages.push((error as ServiceFailure | undefined)?.message)
  return String(messages).includes('document path provided')
}
