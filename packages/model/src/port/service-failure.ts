import type { WireItem } from './wire.ts'

/** A refusal of DynamoDB, as any client reports it. */
interface ServiceFailure extends FailureFields {
  readonly name?: string
  readonly message?: string
  /** The AWS SDK puts the fields of an error's body on the error itself; an embedded database puts them here. */
  readonly fields?: FailureFields
}

interface FailureFields {
  readonly Item?: WireItem
  readonly CancellationReasons?: readonly CancellationReason[]
}

/** Why a member of a transaction failed; its code is `None` for a member that did not. */
export interface CancellationReason {
  readonly Code?: string
  readonly Message?: string
  readonly Item?: WireItem
}

/** Returns the code of a refusal, if it has one. */
export function failureName(error: unknown): string | undefined {
  return (error as ServiceFailure | undefined)?.name
}

/** Whether a write was refused by its condition. */
export function isConditionFailure(error: unknown): boolean {
  return failureName(error) === 'ConditionalCheckFailedException'
}

/** Returns the item that failed the condition, if the write asked for it. */
export function failedItem(error: unknown): WireItem | undefined {
  const failure = error as ServiceFailure
  return failure.Item ?? failure.fields?.Item
}

/** Returns the reasons of a cancelled transaction, one for each member; none for any other failure. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] {
  if (failureName(error) !== 'TransactionCanceledException') return []
  const { CancellationReasons, fields } = error as ServiceFailure
  return CancellationReasons ?? fields?.CancellationReasons ?? []
}

/** Whether others changed, or were changing, what a write was based on: planned again, it may succeed. */
export function isContention(error: unknown): boolean {
  return (
    isConditionFailure(error) ||
    cancellationReasons(error).some(
      ({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict',
    )
  )
}

/** Whether an update was refused because a map or list that it writes into does not exist. */
export function isMissingParent(error: unknown): boolean {
  const messages = cancellationReasons(error).map(({ Message }) => Message)
  messages.push((error as ServiceFailure | undefined)?.message)
  return String(messages).includes('document path provided')
}
