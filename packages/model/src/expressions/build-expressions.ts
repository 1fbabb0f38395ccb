import { noForms } from '../codec/stored-form.ts'
import type { ExpressionNames, Mutable } from '../port/wire.ts'
import { type ChangeFunction, readChanges } from './change-operators.ts'
import type { ConditionInput } from './condition-operators.ts'
import { createPaths, type Paths, type PathTo, stepsOf } from './path.ts'
import { joinSome, Placeholders } from './placeholders.ts'
import { readCondition } from './read-condition.ts'
import { renderCondition } from './render-condition.ts'
import { renderUpdate } from './render-update.ts'

/** The conditions, changes and attributes to write as expressions. */
export interface ExpressionRequest<Item> {
  readonly key?: ConditionInput<Item>
  readonly condition?: ConditionInput<Item>
  readonly filter?: ConditionInput<Item>
  readonly update?: { readonly [Name in keyof Item]?: Item[Name] } | ChangeFunction<Item>
  /** Attributes by name, or paths that a function returns. */
  readonly select?: readonly (keyof Item & string)[] | ((item: Paths<Item>) => readonly PathTo<unknown>[])
}

/** Expressions with the names and values that they refer to, as they go into a request. */
export interface Expressions extends ExpressionNames {
  readonly KeyConditionExpression?: string
  readonly ConditionExpression?: string
  readonly FilterExpression?: string
  readonly UpdateExpression?: string
  readonly ProjectionExpression?: string
}

/**
 * Writes expressions without an entity, for requests that are made by hand: names and values have placeholders, and
 * values are in DynamoDB's form.
 *
 * @example
 * buildExpressions<{ id: string; stock: number }>({
 *   update: (item, { add }) => add(item.stock, -1),
 *   condition: (item, { gt }) => gt(item.stock, 0),
 * })
 * // { UpdateExpression: 'ADD #stock :v0', ConditionExpression: '#stock > :v1',
 * //   ExpressionAttributeNames: { '#stock': 'stock' },
 * //   ExpressionAttributeValues: { ':v0': { N: '-1' }, ':v1': { N: '0' } } }
 */
export function buildExpressions<Item>(request: ExpressionRequest<Item>): Expressions {
  const placeholders = new Placeholders(noForms)
  const said = (input: ConditionInput<Item> | undefined) => {
    const condition = readCondition(input)
    return condition && renderCondition(condition, placeholders)
  }
  const written = {
    KeyConditionExpression: said(request.key),
    UpdateExpression: request.update && renderUpdate(readChanges<Item>(request.update), placeholders),
    ConditionExpression: said(request.condition),
    FilterExpression: said(request.filter),
    ProjectionExpression: request.select && selected(request.select, placeholders),
  }
  const present = Object.entries(written).filter(([, expression]) => expression !== undefined)
  const expressions: Mutable<Expressions> = Object.fromEntries(present)
  placeholders.addTo(expressions)
  return expressions
}

function selected<Item>(
  select: NonNullable<ExpressionRequest<Item>['select']>,
  placeholders: Placeholders,
): string {
  const places =
    typeof select === 'function'
      ? select(createPaths<Item>()).map((path) => path[stepsOf])
      : select.map((name) => [name])
  const paths = places.map((steps) => placeholders.path(steps))
  return joinSome(paths, ', ', 'select')
}
