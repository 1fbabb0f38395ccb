/**
 * The positions of attribute values in the input of a data plane operation. Only the position tells whether `{ B: … }`
 * is a binary value or a map with a member called B.
 */
export type Shape =
  | 'plain'
  | 'value'
  /** A point in time, as seconds since 1970. */
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

/** All operations of the data plane, by their AWS names. */
export const dataOperations = Object.keys(operationShapes) as readonly DataOperation[]

/** Returns where the values are in an operation's input; only few operations of the control plane have any. */
export function findShape(operation: string): Shape {
  if (operation === 'RestoreTableToPointInTime') return { members: { RestoreDateTime: 'date' } }
  return (dataOperations as readonly string[]).includes(operation)
    ? operationShapes[operation as DataOperation]
    : 'plain'
}
