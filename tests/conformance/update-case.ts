import { refusal, step } from './build-case.ts'
import type { ConformanceCase, ExpectedError, Item, Value } from './case.ts'
import { invalid } from './errors.ts'
import { placeholders } from './evaluate.ts'
import { documentation } from './sources.ts'
import { S } from './values.ts'

/** The source of most expectations about update expressions. */
export const reference = documentation('Update expressions')

/** An item, an update of it, and the item afterwards; without `before` the item does not exist. */
export interface UpdateRow {
  readonly name: string
  readonly source?: string
  readonly before?: Item
  readonly expression: string
  readonly values?: { readonly [name: string]: Value }
  readonly names?: { readonly [name: string]: string }
  readonly after?: Item
  readonly error?: ExpectedError
}

/** The error of an update whose document path does not exist, found once the item has been read. */
export const badPath = invalid('The document path provided in the update expression is invalid for update')

export const noAttribute = invalid(
  'The provided expression refers to an attribute that does not exist in the item',
)

export const badOperand = invalid('An operand in the update expression has an incorrect data type')

/** Runs the update with ALL_NEW, which returns the whole item. */
export function updateCase(row: UpdateRow): ConformanceCase {
  const input = {
    TableName: '«hash»',
    Key: { pk: S('k') },
    UpdateExpression: row.expression,
    ReturnValues: 'ALL_NEW',
    ...placeholders(row),
  }
  const only = row.error
    ? refusal('UpdateItem', input, row.error)
    : step('UpdateItem', input, { Attributes: { pk: S('k'), ...row.after } })
  return {
    name: row.error ? `${row.name} is refused` : row.name,
    source: row.source ?? reference,
    ...(row.before ? { given: { hash: [{ pk: S('k'), ...row.before }] } } : {}),
    steps: [only],
  }
}
