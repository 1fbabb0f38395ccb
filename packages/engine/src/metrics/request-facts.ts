/** What a request says of itself at first sight. */
export interface RequestFacts {
  readonly tables: readonly string[]
  readonly index: string | undefined
}

type Members = { readonly [name: string]: unknown }

const noFacts: RequestFacts = { tables: [], index: undefined }

/** A request may name any number of tables, and name them at any length; this much is looked at. */
const maxTables = 100
const maxNameLength = 1_100

/** Which tables, and which index, a request names. It may be anything at all, since it is not checked yet. */
export function factsOf(input: unknown): RequestFacts {
  if (!isObject(input)) return noFacts
  const { TableName: table, IndexName: index, RequestItems: requested, TransactItems: actions } = input
  if (typeof table === 'string') {
    return { tables: [shorten(table)], index: typeof index === 'string' ? shorten(index) : undefined }
  }
  if (isObject(requested)) {
    return { tables: Object.keys(requested).slice(0, maxTables).map(shorten), index: undefined }
  }
  return Array.isArray(actions) ? { tables: actionTables(actions), index: undefined } : noFacts
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

/** How many items an answer has or, where it has none, how many the request sent. */
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

/** The units that an answer tells, of all its tables together. */
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
  return name.length <= maxNameLength ? name : name.slice(0, maxNameLength)
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
