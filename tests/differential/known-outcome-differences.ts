import { isUtf8 } from 'node:buffer'
import { isObject, type Json } from './exchange.ts'
import {
  apiReference,
  developerGuide,
  type KnownDifference,
  messageOf,
  onlyRemoves,
  reasonMessages,
  updatesOf,
} from './known-difference.ts'

/** The errors that an update can run into when it reads the item. */
const metInItem =
  /^(The document path provided|The provided expression refers|An operand in the update|DynamoDB only supports precision|Number overflow)|Size limit exceeded|update (a|the) secondary index key|Type mismatch for/

/** Requests that only one of DynamoDB Local and DynamoDB accepts, or that they refuse for different reasons. */
export const knownOutcomeDifferences: readonly KnownDifference[] = [
  {
    name: 'a request that cannot be read ends in an InternalFailure',
    why: 'DynamoDB Local answers 500 to JSON of the wrong type; DynamoDB answers SerializationException.',
    source: 'seen on AWS: the texts of SerializationException in the tests of dynalite',
    matches: ({ aspect, theirs }) => aspect === 'outcome' && theirs.error === 'InternalFailure',
  },
  {
    name: 'JSON of the wrong type is converted',
    why: 'DynamoDB Local takes a number for text and the like; DynamoDB answers SerializationException first.',
    source: 'seen on AWS: the texts of SerializationException in the tests of dynalite',
    matches: ({ aspect, ours }) => aspect === 'outcome' && ours.error === 'SerializationException',
  },
  {
    name: 'constraints of the service model are not checked',
    why: 'DynamoDB Local accepts words that an enum does not have, lists that are too short, and looks at other faults first.',
    source: `${apiReference}: the constraints of each parameter; seen on AWS: paritysuite/dynamodb-conformance`,
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' && / failed to satisfy constraint: /.test(messageOf(ours)),
  },
  {
    name: 'AttributeUpdates are looked at after the condition',
    why: 'DynamoDB refuses what it cannot do with an attribute before it reads the item.',
    source: 'seen on AWS: test/updateItem.js of dynalite',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.input['AttributeUpdates'] !== undefined &&
      ours.error === 'ValidationException' &&
      theirs.error === 'ConditionalCheckFailedException',
  },
  {
    name: 'what an update meets in the item fails a transaction as a whole',
    why: 'DynamoDB cancels the transaction with the reason ValidationError.',
    source: `${apiReference}/API_TransactWriteItems.html: cancellation reasons, Validation Error`,
    matches: ({ aspect, ours, theirs }) =>
      aspect === 'outcome' &&
      ours.error === 'TransactionCanceledException' &&
      theirs.error === 'ValidationException' &&
      metInItem.test(theirs.message),
  },
  {
    name: 'a condition that fails hides what another action meets in its item',
    why: 'DynamoDB gives a reason for each action.',
    source: `${apiReference}/API_TransactWriteItems.html: cancellation reasons`,
    matches: ({ aspect, request, ours }) =>
      aspect === 'reasons' &&
      ['TransactWriteItems', 'ExecuteTransaction'].includes(request.operation) &&
      reasonMessages(ours).some(
        (message) => metInItem.test(String(message)) || /^Nesting Levels/.test(String(message)),
      ),
  },
  {
    name: 'removing inside an attribute of an item that is not there is refused',
    why: 'DynamoDB does nothing when an update that only removes meets no item.',
    source: 'seen on AWS: test_update_expression.py of ScyllaDB Alternator',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      ours.body !== undefined &&
      messageOf(theirs) === 'The document path provided in the update expression is invalid for update' &&
      updatesOf(request.input).some(onlyRemoves),
  },
  {
    name: 'empty maps of names and values count as absent',
    why: 'DynamoDB refuses them when there is no expression.',
    source: 'seen on AWS: the tests of dynalite',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' &&
      / can only be specified when using expressions|^ExpressionAttribute\w+ must not be empty$/.test(
        messageOf(ours),
      ),
  },
  {
    name: 'empty legacy parameters count as absent',
    why: 'DynamoDB takes an empty map for a use of the parameter.',
    source: 'seen on AWS: the tests of dynalite',
    matches: ({ aspect, request: { input }, ours }) =>
      aspect === 'outcome' &&
      /^Can not use both expression and non-expression/.test(messageOf(ours)) &&
      Object.values(input).some((value) => isObject(value) && Object.keys(value).length === 0),
  },
  {
    name: 'the table is looked for first',
    why: 'DynamoDB reports what is wrong with a request before it looks for the table.',
    source: 'seen on AWS: ExtendDB pull request 192; paritysuite/dynamodb-conformance',
    matches: ({ aspect, ours, theirs }) =>
      aspect === 'outcome' &&
      ours.error === 'ValidationException' &&
      theirs.error === 'ResourceNotFoundException',
  },
  {
    name: 'a key of another kind than the schema has is no reason to cancel',
    why: 'DynamoDB cancels the transaction with the reason ValidationError.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance (keys that are no scalars in transactions)',
    matches: ({ aspect, ours, theirs }) =>
      aspect === 'outcome' &&
      ours.error === 'TransactionCanceledException' &&
      messageOf(theirs) === 'Invalid attribute value type',
  },
  {
    name: 'the same number in another dress is another key',
    why: 'Numbers are compared by their value.',
    source: `${developerGuide}/HowItWorks.NamingRulesDataTypes.html`,
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'BatchGetItem' &&
      messageOf(ours) === 'Provided list of item keys contains duplicates' &&
      theirs.body !== undefined,
  },
  {
    name: 'a transaction refuses names and values without an expression',
    why: 'DynamoDB refuses them only in the operations on one item.',
    source: 'seen on AWS: pull request 169 of ExtendDB/extenddb',
    matches: ({ aspect, request, theirs }) =>
      aspect === 'outcome' &&
      request.operation.startsWith('Transact') &&
      messageOf(theirs).includes('can only be specified when using expressions'),
  },
  {
    name: 'an update that says more than 400 KB is accepted',
    why: 'DynamoDB Local counts only the finished item, as some regions of AWS do.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance, tests/tier3/limits/itemSizeBySurface.test.ts',
    matches: ({ aspect, ours, theirs }) =>
      aspect === 'outcome' &&
      theirs.body !== undefined &&
      messageOf(ours) === 'Item size to update has exceeded the maximum allowed size',
  },
  {
    name: 'KeyConditions of a table may have more than two conditions',
    why: 'Only an index can have a key of more attributes, so the schema is not asked.',
    source: 'seen on AWS: test_query.py of ScyllaDB Alternator',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' && messageOf(ours) === 'Conditions can be of length 1 or 2 only',
  },
  {
    name: 'items lie in other segments',
    why: 'DynamoDB does not say which segment an item is in, so the key to start from fits a segment here or there.',
    source: `${developerGuide}/Scan.html#Scan.ParallelScan`,
    matches: ({ aspect, request: { operation, input } }) =>
      aspect === 'outcome' &&
      operation === 'Scan' &&
      input['ExclusiveStartKey'] !== undefined &&
      input['TotalSegments'] !== undefined,
  },
  {
    name: 'a condition is looked at before an update of a key attribute is refused',
    why: 'The schema alone says that a key attribute cannot be updated, so the item is not read.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance; test/updateItem.js of dynalite',
    matches: ({ aspect, ours, theirs }) =>
      (aspect === 'outcome' || aspect === 'reasons') &&
      [messageOf(ours), ...reasonMessages(ours)].some((message) =>
        / Cannot update attribute /.test(String(message)),
      ) &&
      /ConditionalCheckFailed/.test(`${theirs.error} ${messageOf(theirs)}`),
  },
  {
    name: 'an update of several sections, or one that is a statement, may give an index key another type',
    why: 'DynamoDB refuses a value that cannot be a key of the index, in whatever section it stands, or is too long.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance; test_gsi.py of ScyllaDB Alternator',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      (request.operation === 'UpdateItem' || request.operation === 'ExecuteStatement') &&
      / Type mismatch for Index Key | the secondary index key to unsupported type$| size limit of \d+ bytes$/.test(
        messageOf(ours),
      ) &&
      theirs.body !== undefined,
  },
  {
    name: 'bytes that are no text contain one another',
    why: 'DynamoDB Local takes them for characters that it cannot show, which are all the same; not in expressions.',
    source: `${developerGuide}/LegacyConditionalParameters.Conditions.html`,
    matches: ({ aspect, request: { operation, input }, ours, theirs }) =>
      asksForNoText(input) &&
      (aspect === 'outcome'
        ? [ours.error, theirs.error].includes('ConditionalCheckFailedException')
        : aspect === 'answer' && (operation === 'Query' || operation === 'Scan')),
  },
  {
    name: 'a ConditionCheck may reach into key attributes',
    why: 'Every other condition is refused by DynamoDB Local as well: key attributes are scalars.',
    source: `${developerGuide}/Expressions.Attributes.html; DynamoDB Local itself, for all other conditions`,
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'TransactWriteItems' &&
      /^Key attributes must be scalars/.test(messageOf(ours)) &&
      theirs.error !== 'ValidationException',
  },
  {
    name: 'a transaction with two actions on one item is run',
    why: 'DynamoDB refuses it before it looks at any condition.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance; test_transact.py of ScyllaDB Alternator',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' && /^Transaction request cannot include multiple operations/.test(messageOf(ours)),
  },
  {
    name: 'the keys of a transaction are looked at before its expressions',
    why: 'DynamoDB reads every action whole before it looks at tables and keys.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance (order of checks in TransactWriteItems)',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation.startsWith('Transact') &&
      /^Invalid (Projection|Condition|Update)Expression/.test(messageOf(ours)) &&
      theirs.error === 'TransactionCanceledException',
  },
  {
    name: 'a condition is looked at before a value that no index key can have is refused',
    why: 'The schema alone says what the key of an index can be, so the item is not read.',
    source: 'seen on AWS: test/updateItem.js of dynalite',
    matches: ({ aspect, ours, theirs }) =>
      (aspect === 'outcome' || aspect === 'reasons') &&
      [messageOf(ours), ...reasonMessages(ours)].some((message) =>
        /( Type mismatch for Index Key |^Key attributes must be scalars)/.test(String(message)),
      ) &&
      /ConditionalCheckFailed/.test(`${theirs.error} ${messageOf(theirs)}`),
  },
  {
    name: 'a Query for a partition key that is too long finds nothing',
    why: 'DynamoDB refuses it, as it refuses such a sort key.',
    source: 'seen on AWS: facebook/ThreatExchange issue 1324',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      ['Query', 'ExecuteStatement'].includes(request.operation) &&
      /Size of hashkey has exceeded the maximum size limit/.test(messageOf(ours)) &&
      theirs.body !== undefined,
  },
]

/** Whether a legacy condition searches bytes for bytes that are not valid UTF-8. */
function asksForNoText(input: Json): boolean {
  const asked = /"ComparisonOperator":"(?:NOT_)?CONTAINS","AttributeValueList":\[\{"B":"([^"]*)"/g
  return [...JSON.stringify(input).matchAll(asked)].some(([, bytes = '']) => {
    return !isUtf8(Buffer.from(bytes, 'base64'))
  })
}
