import { refusal, step } from './build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item, Step, Value } from './case.ts'

/** A statement, with its parameters if it has any. */
export function statement(Statement: string, ...Parameters: Value[]): Fields {
  return { Statement, ...(Parameters.length > 0 && { Parameters }) }
}

/** A step with a statement and the items it returns. */
export function runs(text: string, items: readonly Item[], ...parameters: Value[]): Step {
  return step('ExecuteStatement', statement(text, ...parameters), { Items: items })
}

/** A step with a statement that is refused. */
export function fails(text: string, error: ExpectedError, ...parameters: Value[]): Step {
  return refusal('ExecuteStatement', statement(text, ...parameters), error)
}

/** A step that expects exactly this item under a key, or none. */
export function holds(table: string, key: Item, item: Item | undefined): Step {
  return step('GetItem', { TableName: table, Key: key }, item === undefined ? {} : { Item: item })
}

/** What a family of cases about statements has in common. */
interface StatementFamily {
  readonly source: string
  readonly given?: { readonly [symbol: string]: readonly Item[] }
}

/** One case for each text: the statement returns these items. */
export function selections(
  family: StatementFamily,
  texts: { readonly [text: string]: readonly Item[] },
): ConformanceCase[] {
  return Object.entries(texts).map(([text, items]) => ({ ...family, name: text, steps: [runs(text, items)] }))
}

/** One case for each text: the statement is refused with this error. */
export function refusals(
  family: StatementFamily,
  texts: { readonly [text: string]: ExpectedError },
): ConformanceCase[] {
  return Object.entries(texts).map(([text, error]) => ({
    ...family,
    name: text,
    steps: [fails(text, error)],
  }))
}
