import { peekStatement } from '../partiql/peek-statement.ts'
import { flatStart } from '../util/flat-copy.ts'

type Members = { readonly [name: string]: unknown }

/** A request may name any number of tables, with names of any length; no more than this is looked at. */
const maxTables = 100
const maxNameLength = 1_100

/** Returns the text of a member of a request, which may be of any form, since it has not been validated yet. */
export function textMember(input: unknown, name: 'TableName' | 'IndexName'): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const text = (input as Members)[name]
  return typeof text === 'string' ? shorten(text) : undefined
}

/** Returns the tables that a batch, a transaction, a statement or a read of a stream names. */
export function tablesOf(input: unknown): readonly string[] | undefined {
  if (!isObject(input)) return undefined
  const { RequestItems: requested, TransactItems: actions } = input
  if (isObject(requested)) return Object.keys(requested).slice(0, maxTables).map(shorten)
  if (Array.isArray(actions)) return actionTables(actions)
  const { Statement: statement, Statements: batch, TransactStatements: transaction } = input
  if (statement !== undefined) return statementTables([input])
  if (Array.isArray(batch)) return statementTables(batch)
  return Array.isArray(transaction) ? statementTables(transaction) : streamTables(input)
}

function statementTables(entries: readonly unknown[]): string[] {
  const names = new Set<string>()
  for (const entry of entries.slice(0, maxTables)) {
    const statement = isObject(entry) ? peekStatement(entry['Statement']) : undefined
    if (statement !== undefined) names.add(shorten(statement.tableName))
  }
  return [...names]
}

/** Returns the table in a stream's ARN, with which an iterator also begins. */
function streamTables({ StreamArn: arn, ShardIterator: iterator }: Members): string[] | undefined {
  const text = arn ?? iterator
  const [, name] =
    (typeof text === 'string' && /^arn:[^|]{1,200}:table\/([\w.-]{3,255})\/stream\//.exec(text)) || []
  return name === undefined ? undefined : [flatStart(name, name.length)]
}

function actionTables(actions: readonly unknown[]): string[] {
  const names = new Set<string>()
  for (const action of actions.slice(0, maxTables)) {
    if (!isObject(action)) continue
    for (const member of Object.values(action)) {
      if (isObject(member) && typeof member['TableName'] === 'string') names.add(shorten(member['TableName']))
    }
  }
  return [...names]
}

/** Returns how many items an answer has or, if it has none, how many the request sent. */
export function itemCount(input: unknown, answer: Members): number | undefined {
  const { Items: items, Item: item, Responses: responses } = answer
  if (Array.isArray(items)) return items.length
  if (item !== undefined) return 1
  if (Array.isArray(responses)) return responses.length
  if (isObject(responses)) return listLengths(responses)
  if (!isObject(input)) return undefined
  const { RequestItems: requested, TransactItems: actions } = input
  if (Array.isArray(actions)) return actions.length
  return isObject(requested) ? listLengths(requested) : undefined
}

function listLengths(lists: Members): number {
  let count = 0
  for (const list of Object.values(lists)) if (Array.isArray(list)) count += list.length
  return count
}

/** Returns the sum of the units in an answer over all its tables. */
export function unitsOf(answer: Members): number | undefined {
  const { ConsumedCapacity: told } = answer
  if (told === undefined) return undefined
  const list: readonly unknown[] = Array.isArray(told) ? told : [told]
  let units = 0
  for (const one of list) {
    if (isObject(one) && typeof one['CapacityUnits'] === 'number') units += one['CapacityUnits']
  }
  return units
}

function shorten(name: string): string {
  return name.length <= maxNameLength ? name : flatStart(name, maxNameLength)
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
