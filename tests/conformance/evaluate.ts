import { refusal, step } from './build-case.ts'
import type { ConformanceCase, Fields, Item, Value } from './case.ts'
import { conditionFailed } from './errors.ts'
import { S } from './values.ts'

/** A condition, the item it is tested on, and whether it holds. */
export interface Evaluation {
  readonly name: string
  readonly source: string
  /** The item's attributes besides its key. */
  readonly item: Item
  readonly expression: string
  readonly values?: { readonly [name: string]: Value }
  readonly names?: { readonly [name: string]: string }
  readonly holds: boolean
}

export function placeholders(use: {
  readonly values?: { readonly [name: string]: Value } | undefined
  readonly names?: { readonly [name: string]: string } | undefined
}): Fields {
  return {
    ...(use.values ? { ExpressionAttributeValues: use.values } : {}),
    ...(use.names ? { ExpressionAttributeNames: use.names } : {}),
  }
}

/** Tests a condition with a conditional delete, which either succeeds or is refused. */
export function asCondition(evaluation: Evaluation): ConformanceCase {
  const { name, source, item, expression, holds } = evaluation
  const input = {
    TableName: '«hash»',
    Key: { pk: S('k') },
    ConditionExpression: expression,
    ...placeholders(evaluation),
  }
  const given = { hash: [{ pk: S('k'), ...item }] }
  const only = holds ? step('DeleteItem', input, {}) : refusal('DeleteItem', input, conditionFailed)
  return { name, source, given, steps: [only] }
}

/** Tests a condition as the filter of a Scan over that one item. */
export function asFilter(evaluation: Evaluation): ConformanceCase {
  const { name, source, item, expression, holds } = evaluation
  const input = {
    TableName: '«hash»',
    FilterExpression: expression,
    Select: 'COUNT',
    ...placeholders(evaluation),
  }
  const given = { hash: [{ pk: S('k'), ...item }] }
  return { name, source, given, steps: [step('Scan', input, { Count: holds ? 1 : 0, ScannedCount: 1 })] }
}
