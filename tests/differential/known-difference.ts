import type { Difference } from './difference.ts'
import { type Answer, isObject, type Json } from './exchange.ts'

/** A way in which DynamoDB Local differs from DynamoDB, so that our engine is right to differ from it. */
export interface KnownDifference {
  readonly name: string
  /** What DynamoDB Local does, and what DynamoDB does. */
  readonly why: string
  /** Where DynamoDB's behaviour is documented or was observed. */
  readonly source: string
  readonly matches: (difference: Difference) => boolean
}

export const apiReference = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference'
export const developerGuide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide'

/** Returns the message of a refusal. */
export function messageOf(answer: Answer): string {
  return answer.body === undefined ? answer.message : ''
}

/** Returns the messages of the reasons for which a transaction was cancelled. */
export function reasonMessages(answer: Answer): unknown[] {
  const reasons = answer.body === undefined ? answer.fields['CancellationReasons'] : undefined
  return Array.isArray(reasons) ? reasons.filter(isObject).map(({ Message }) => Message) : []
}

/** Returns the consumed capacity in an answer. */
export function unitsOf(answer: Answer): unknown {
  return answer.body?.['ConsumedCapacity']
}

/** Returns the units that a write was charged for an index. */
export function indexUnitsOf(answer: Answer, index: string, table?: string): number {
  const units = [unitsOf(answer) ?? []].flat().filter(isObject)
  const own = units.filter(({ TableName }) => table === undefined || TableName === table)
  const arms = own.flatMap((part) => [part['GlobalSecondaryIndexes'], part['LocalSecondaryIndexes']])
  const found = arms
    .filter(isObject)
    .map((arm) => arm[index])
    .find(isObject)
  return Number(found?.['CapacityUnits'] ?? 0)
}

/** Returns the total units of an answer. */
export function totalOf(answer: Answer): number {
  const units = [unitsOf(answer) ?? []].flat().filter(isObject)
  return units.reduce((sum, { CapacityUnits }) => sum + Number(CapacityUnits), 0)
}

/** Returns the pages of an answer; most have one. */
export function pagesOf(answer: Answer): readonly Json[] {
  return answer.body === undefined ? [] : ((answer.body['Pages'] ?? [answer.body]) as readonly Json[])
}

/** Returns how many items are new after a write, where the sides hold different ones. */
export function itemsAfter(answer: Answer): number {
  const items = answer.body?.['ItemsAfter']
  return Array.isArray(items) ? items.length : 0
}

/** Returns all updates of a request: its own, or those of a transaction. */
export function updatesOf(input: Json): Json[] {
  const actions = Array.isArray(input['TransactItems']) ? input['TransactItems'] : []
  return [input, ...actions.map((action) => (action as Json)['Update']).filter(isObject)]
}

/** Whether an update can only remove. */
export function onlyRemoves({ UpdateExpression: text, AttributeUpdates: updates }: Json): boolean {
  if (typeof text === 'string') return !/\b(set|add)\b/i.test(text)
  if (!isObject(updates)) return false
  return Object.values(updates).every((update) => isObject(update) && update['Action'] === 'DELETE')
}

/** Returns how many items a BatchGetItem found. */
export function foundItems({ Responses: responses }: Json): number {
  return isObject(responses) ? Object.values(responses).flat().length : 0
}

/** Returns how many keys a BatchGetItem asks for. */
export function askedKeys({ RequestItems: requests }: Json): number {
  if (!isObject(requests)) return 0
  return Object.values(requests).flatMap((request) => (request as Json)['Keys'] ?? []).length
}
