/**
 * Where attribute values stand in the input of each operation of the data plane. Only by its place can `{ B: … }` be told
 * to be a binary value rather than a map with a member that is called B.
 */
export type Shape =
  | 'plain'
  | 'value'
  /** A moment, as seconds since 1970. */
  | 'date'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly members: { readonly [name: string]: Shape } }

const item: Shape = { map: 'value' }
const values: Shape = { list: 'value' }
const comparison: Shape = { map: { members: { Value: 'value', AttributeValueList: values } } }
const statement: Shape = { members: { Parameters: values } }

const action: Shape = {
  members: {
    Key: item,
    Item: item,
    ExpressionAttributeValues: item,
    ExclusiveStartKey: item,
    Expected: comparison,
    AttributeUpdates: comparison,
    KeyConditions: comparison,
    QueryFilter: comparison,
    ScanFilter: comparison,
  },
}
const keys: Shape = { map: { members: { Keys: { list: item } } } }
const requests: Shape = {
  map: {
    list: { members: { PutRequest: { members: { Item: item } }, DeleteRequest: { members: { Key: item } } } },
  },
}
const actions: Shape = {
  list: { members: { Get: action, Put: action, Update: action, Delete: action, ConditionCheck: action } },
}

const operationShapes = {
  GetItem: action,
  PutItem: action,
  UpdateItem: action,
  DeleteItem: action,
  Query: action,
  Scan: action,
  BatchGetItem: { members: { RequestItems: keys } },
  BatchWriteItem: { members: { RequestItems: requests } },
  TransactGetItems: { members: { TransactItems: actions } },
  TransactWriteItems: { members: { TransactItems: actions } },
  SearchVectors: { members: { ExpressionAttributeValues: item, SearchVector: values } },
  ExecuteStatement: statement,
  BatchExecuteStatement: { members: { Statements: { list: statement } } },
  ExecuteTransaction: { members: { TransactStatements: { list: statement } } },
} as const satisfies { readonly [operation: string]: Shape }

/** An operation that reads or writes items. */
export type DataOperation = keyof typeof operationShapes

/** Every operation of the data plane, by the name that AWS gives it. */
export const dataOperations = Object.keys(operationShapes) as readonly DataOperation[]

/** Where the values are in an operation's input; of those that are not of the data plane, few have any. */
export function findShape(operation: string): Shape {
  if (operation === 'RestoreTableToPointInTime') return { members: { RestoreDateTime: 'date' } }
  return (dataOperations as readonly string[]).includes(operation)
    ? operationShapes[operation as DataOperation]
    : 'plain'
}
