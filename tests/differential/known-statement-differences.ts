import { isObject } from './exchange.ts'
import {
  apiReference,
  developerGuide,
  type KnownDifference,
  messageOf,
  reasonMessages,
  unitsOf,
} from './known-difference.ts'
import { pathsOfStatement, returnsOnlyParts } from './partial-attributes.ts'

const isStatement = (operation: string): boolean => operation.startsWith('Execute') || isBatch(operation)
const isBatch = (operation: string): boolean => operation === 'BatchExecuteStatement'
const isWrongKeyType = (side: Parameters<typeof messageOf>[0]): boolean =>
  /^Key (value must be of type|attribute's data type should match)/.test(messageOf(side))
const textOf = (input: { readonly [member: string]: unknown }): string => String(input['Statement'])
const onlyItem = (body: { readonly [member: string]: unknown } | undefined): unknown => {
  const items = body?.['Items']
  return Array.isArray(items) && items.length === 1 ? items[0] : undefined
}

/** What DynamoDB Local does differently with PartiQL. */
export const knownStatementDifferences: readonly KnownDifference[] = [
  {
    name: 'statements use no units',
    why: 'DynamoDB tells them when it is asked to.',
    source: `${apiReference}/API_ExecuteStatement.html; seen on AWS: paritysuite/dynamodb-conformance`,
    matches: ({ aspect, request, theirs }) =>
      aspect === 'units' && isStatement(request.operation) && unitsOf(theirs) === undefined,
  },
  {
    name: 'an INSERT of what is there has another name',
    why: 'DynamoDB calls it DuplicateItemException, and DuplicateItem as the reason of a transaction.',
    source: `${apiReference}/API_ExecuteStatement.html; seen on AWS: the tests of floci`,
    matches: ({ aspect, ours, theirs }) =>
      (aspect === 'outcome' && ours.error === 'DuplicateItemException' && theirs.error === 'DuplicateItem') ||
      (aspect === 'reasons' && reasonMessages(ours).includes('Duplicate primary key exists in table')),
  },
  {
    name: 'keys that overlap are read once',
    why: 'DynamoDB refuses them.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance (tests/tier2/partiql/whereOverlap.test.ts)',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' && /^Overlapping conditions with range keys/.test(messageOf(ours)),
  },
  {
    name: 'ORDER BY needs no hash key',
    why: 'DynamoDB refuses an order of several partitions that does not begin with the hash key, and that of a Scan.',
    source: 'seen on AWS: the test data of stackd',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' && /^Must have .* ORDER BY clause/.test(messageOf(ours)),
  },
  {
    name: 'ORDER BY of the hash key alone has ascending range keys',
    why: 'In DynamoDB they descend.',
    source: 'seen on AWS: the tests of floci',
    matches: ({ aspect, request: { input } }) =>
      aspect === 'answer' && /ORDER BY "?\w+"?( ASC| DESC)?$/.test(textOf(input)),
  },
  {
    name: 'MODIFIED OLD and MODIFIED NEW give whole attributes where an UPDATE names something inside of them',
    why: 'They are the UPDATED_OLD and UPDATED_NEW of statements, which give only the paths that the update names.',
    source: 'seen on AWS, for UpdateItem: test_returnvalues.py of ScyllaDB Alternator',
    matches: ({ aspect, request: { operation, input }, ours, theirs }) =>
      aspect === 'answer' &&
      operation === 'ExecuteStatement' &&
      / RETURNING MODIFIED (OLD|NEW) \*$/.test(textOf(input)) &&
      returnsOnlyParts(pathsOfStatement(textOf(input)), onlyItem(ours.body), onlyItem(theirs.body)),
  },
  {
    name: 'a SELECT from an index asks for what the index does not hold',
    why: 'DynamoDB refuses it in a Query, and in a Scan what an index does not hold is not there.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance (tests/tier2/partiql/indexQualifier.test.ts)',
    matches: ({ aspect, request: { input }, ours }) =>
      /FROM "\w+"\."\w+"/i.test(textOf(input)) &&
      (aspect === 'answer' || / does not project one or more filter attributes/.test(messageOf(ours))),
  },
  {
    name: 'what cannot find a key must be of its type',
    why: 'It is true or false of each item, as of other attributes.',
    source: `seen on AWS: the tests of floci (pk > 1 of a key that is text); ${developerGuide}/ql-operators.html`,
    matches: ({ aspect, request: { input }, ours, theirs }) =>
      aspect === 'outcome' &&
      ours.body !== undefined &&
      (/Condition parameter type does not match schema type$/.test(messageOf(theirs)) ||
        (/ IS NULL/i.test(textOf(input)) &&
          /^Key attribute's data type should match/.test(messageOf(theirs)))),
  },
  {
    name: 'of the values that a key is in, the first must be of its type',
    why: 'All must be.',
    source: 'seen on AWS: the tests of floci',
    matches: ({ aspect, request: { input }, ours, theirs }) =>
      aspect === 'outcome' &&
      / IN \[/i.test(textOf(input)) &&
      isWrongKeyType(ours) &&
      theirs.body !== undefined,
  },
  {
    name: 'a key that is asked for twice may not be empty',
    why: 'Two conditions on one key make a Scan, which may ask for anything.',
    source: 'seen on AWS: the test data of stackd (such a SELECT cannot be ordered)',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'ExecuteStatement' &&
      ours.body !== undefined &&
      /key attribute cannot contain an empty/.test(messageOf(theirs)),
  },
  {
    name: 'a condition is looked at before the depth of what an UPDATE sets',
    why: 'It needs no item to be seen, and is looked at first in UpdateItem.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance (tests/tier3/limits/nestingDepth.test.ts)',
    matches: ({ aspect, ours, theirs }) =>
      aspect === 'outcome' &&
      /^Nesting Levels have exceeded supported limits/.test(messageOf(ours)) &&
      theirs.error === 'ConditionalCheckFailedException',
  },
  {
    name: 'a parameter that is no value refuses a whole batch',
    why: 'To DynamoDB it is the fault of its statement.',
    source: 'seen on AWS: the tests of floci',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      isBatch(request.operation) &&
      ours.body !== undefined &&
      theirs.error === 'ValidationException',
  },
  {
    name: 'a batch tells the table of a statement that does not fit it',
    why: 'DynamoDB tells tables of statements that were run.',
    source:
      'seen on AWS: paritysuite/dynamodb-conformance (tests/tier2/partiql/batchExecuteStatement.test.ts)',
    matches: ({ aspect, request, ours }) => {
      const responses = ours.body?.['Responses']
      const isRefused = (response: unknown) =>
        isObject(response) && isObject(response['Error']) && response['TableName'] === undefined
      return (
        aspect === 'answer' &&
        isBatch(request.operation) &&
        Array.isArray(responses) &&
        responses.some(isRefused)
      )
    },
  },
  {
    name: 'a batch that names an item twice is begun',
    why: 'What is refused as a whole changes nothing.',
    source: `${apiReference}/API_BatchExecuteStatement.html`,
    matches: ({ aspect, request, theirs }) =>
      (aspect === 'state' || aspect === 'records') &&
      isBatch(request.operation) &&
      messageOf(theirs) === 'Provided list of item keys contains duplicates',
  },
  {
    name: 'a transaction is cancelled for a statement without reasons',
    why: 'DynamoDB gives one for each statement, and looks for RETURNING clauses before keys.',
    source: 'seen on AWS: the tests of floci',
    matches: ({ aspect, request, theirs }) =>
      (aspect === 'outcome' || aspect === 'reasons') &&
      request.operation === 'ExecuteTransaction' &&
      theirs.error === 'TransactionCanceledException' &&
      /^ValidationError /.test(messageOf(theirs)),
  },
  {
    name: 'a transaction is cancelled for a key before the statements after it are looked at',
    why: 'All statements must be valid: the fault of a later one is told before what cancels an earlier one.',
    source:
      'seen on AWS: the tests of floci (a RETURNING clause after a statement that cancels, keys that cancel together)',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'ExecuteTransaction' &&
      /^Validation failed in TransactStatements\[\d+\]: /.test(messageOf(ours)) &&
      theirs.error === 'TransactionCanceledException',
  },
  {
    name: 'what a SELECT in a transaction lacks is told in another order',
    why: 'All statements must name a key; one of another type than the schema has cancels the transaction after that.',
    source: 'seen on AWS: the tests of floci (keys of other types in ExecuteTransaction)',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'ExecuteTransaction' &&
      [ours.error, theirs.error].includes('TransactionCanceledException') &&
      [ours, theirs].some((side) =>
        / must specify the primary key in the where clause\.$/.test(messageOf(side)),
      ),
  },
  {
    name: 'an EXISTS that fails tells no item',
    why: 'ReturnValuesOnConditionCheckFailure is there for all statements of a transaction that have a condition.',
    source: `${apiReference}/API_ParameterizedStatement.html`,
    matches: ({ aspect, request: { operation, input } }) =>
      aspect === 'reasons' &&
      operation === 'ExecuteTransaction' &&
      /EXISTS.*ALL_OLD/i.test(JSON.stringify(input)),
  },
  {
    name: 'an EXISTS may ask for an empty key',
    why: 'No item has such a key, which is why every other statement that names one is refused.',
    source: 'DynamoDB Local itself, for UPDATE, DELETE and SELECT',
    matches: ({ aspect, request: { operation, input }, ours }) =>
      aspect === 'outcome' &&
      operation === 'ExecuteTransaction' &&
      /EXISTS/i.test(JSON.stringify(input)) &&
      / key attribute cannot contain an empty /.test(messageOf(ours)),
  },
  {
    name: 'only the first that an IN names must be of the type of the key',
    why: 'What finds a key is of its type, whichever of several it is.',
    source: 'DynamoDB Local itself, for the first',
    matches: ({ aspect, request: { input }, ours, theirs }) =>
      aspect === 'outcome' &&
      / IN /i.test(textOf(input)) &&
      /^Key attribute's data type should match/.test(messageOf(ours)) &&
      theirs.body !== undefined,
  },
  {
    name: 'a key that is asked for in two ways may be of another type, or empty',
    why: 'What finds a key is of its type and not empty, whatever else the key is asked for.',
    source: 'DynamoDB Local itself, for a key that is asked for once',
    matches: ({ aspect, request: { operation }, ours, theirs }) =>
      aspect === 'outcome' &&
      operation === 'ExecuteStatement' &&
      (isWrongKeyType(ours) || / key attribute cannot contain an empty /.test(messageOf(ours))) &&
      (theirs.body !== undefined ||
        / Condition parameter type does not match schema type$/.test(messageOf(theirs))),
  },
  {
    name: 'columns of a batch or a transaction may reach into key attributes',
    why: 'Every other projection is refused by DynamoDB Local as well: key attributes are scalars.',
    source: `${developerGuide}/Expressions.Attributes.html; DynamoDB Local itself, in ExecuteStatement`,
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'ExecuteTransaction' &&
      / Key attributes must be scalars/.test(messageOf(ours)) &&
      theirs.error !== 'ValidationException',
  },
  {
    name: 'a name in a statement may not begin with # or :',
    why: 'DynamoDB Local takes it for a placeholder of an expression; statements have none, and any name is allowed.',
    source: `${developerGuide}/HowItWorks.NamingRulesDataTypes.html`,
    matches: ({ request, theirs }) =>
      /(Statement|ExecuteTransaction)$/.test(request.operation) &&
      /^An expression attribute name used in the document path is not defined; attribute name: [#:]/.test(
        messageOf(theirs),
      ),
  },
  {
    name: 'a column behind an element of a list is cut short',
    why: 'A column is called by the last name of its path, and has what is there.',
    source:
      'seen on AWS: the tests of floci; DynamoDB Local itself, where all elements before it are asked for',
    matches: ({ aspect, request: { operation, input } }) =>
      aspect === 'answer' && operation === 'ExecuteStatement' && /\[\d+\][.[].* FROM /i.test(textOf(input)),
  },
]
