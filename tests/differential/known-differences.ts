import type { Difference } from './difference.ts'
import { type Answer, isObject, type Json } from './exchange.ts'

/** A way in which DynamoDB Local is not DynamoDB, so that our engine rightly answers otherwise. */
export interface KnownDifference {
  readonly name: string
  /** What DynamoDB Local does, and what DynamoDB does. */
  readonly why: string
  /** Where DynamoDB's behaviour is written or was seen. */
  readonly source: string
  readonly matches: (difference: Difference) => boolean
}

const apiReference = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference'
const developerGuide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide'

/** What an update can meet when it reads the item. */
const metInItem =
  /^(The document path provided|The provided expression refers|An operand in the update|DynamoDB only supports precision|Number overflow)|update a secondary index key|Type mismatch for/

/** Differences of CreateTable and UpdateTable, all by what live AWS answered. */
const tableDifferences: readonly KnownDifference[] = [
  {
    name: 'a throughput beside PAY_PER_REQUEST is ignored',
    why: 'DynamoDB refuses it.',
    source: 'seen on AWS: localstack snapshots; captures of the control plane, October 2026',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' &&
      /(Neither ReadCapacityUnits nor WriteCapacityUnits|ProvisionedThroughput should not) .* PAY_PER_REQUEST$/.test(
        messageOf(ours),
      ),
  },
  {
    name: 'changes that cannot go together are counted or made',
    why: 'DynamoDB looks at the form of each change first, and refuses those that exclude each other.',
    source: 'seen on AWS: captures of the control plane, October 2026',
    matches: ({ aspect, request, ours }) =>
      aspect === 'outcome' &&
      request.operation === 'UpdateTable' &&
      /(Only one global secondary index action is allowed|You cannot (create|modify)|must be the only operation)/.test(
        messageOf(ours),
      ),
  },
  {
    name: 'UpdateTable keeps definitions that no key uses',
    why: 'DynamoDB drops them without a word.',
    source: 'seen on AWS: test_gsi_updatetable.py of ScyllaDB Alternator; dynoxide issue 144',
    matches: ({ aspect, request, detail }) =>
      aspect === 'answer' && request.operation === 'UpdateTable' && detail.includes('AttributeDefinitions'),
  },
  {
    name: 'a new index may use attributes that only the table defines',
    why: 'All attributes of its key must be in the AttributeDefinitions of the request.',
    source: 'seen on AWS: test_gsi_updatetable.py of ScyllaDB Alternator; dynoxide issue 144',
    matches: ({ aspect, request, ours }) =>
      aspect === 'outcome' &&
      request.operation === 'UpdateTable' &&
      /AttributeDefinitions/.test(messageOf(ours)),
  },
]

export const knownDifferences: readonly KnownDifference[] = [
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
    name: 'an update that only removes makes an item',
    why: 'DynamoDB makes no item when there is nothing to put into it.',
    source: 'seen on AWS: test_item.py of ScyllaDB Alternator',
    matches: (difference) => {
      const { aspect, request } = difference
      if (aspect !== 'state' && aspect !== 'answer') return false
      return (
        updatesOf(request.input).some(onlyRemoves) &&
        itemsAfter(difference.theirs) > itemsAfter(difference.ours)
      )
    },
  },
  {
    name: 'AttributeUpdates without an Action are ignored',
    why: 'PUT is the default.',
    source: `${apiReference}/API_AttributeValueUpdate.html`,
    matches: ({ request }) => {
      const updates = request.input['AttributeUpdates']
      if (!isObject(updates)) return false
      return Object.values(updates).some((update) => isObject(update) && update['Action'] === undefined)
    },
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
    name: 'units of transactions are counted in another way',
    why: 'DynamoDB adds ReadCapacityUnits or WriteCapacityUnits, doubles a delete and a check like any write, and does not double the part of an index.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance; nubo-db/dynoxide issues 176 and 177',
    matches: ({ aspect, request }) => aspect === 'units' && request.operation.startsWith('Transact'),
  },
  {
    name: 'an item that is in no index before and after is charged for it',
    why: 'An item that lacks an attribute of the key is not in the index, so a write costs the index nothing.',
    source: `${developerGuide}/GSI.html#GSI.ThroughputConsiderations.Writes; seen on AWS: paritysuite/dynamodb-conformance`,
    matches: ({ aspect, request, ours, theirs, scene }) => {
      if (aspect !== 'units') return false
      const { TableName: name } = request.input
      const shape = scene.shapes.find((candidate) => candidate.name === name)
      const sparse = shape?.indexes.filter(({ range, hash }) => range.length + hash.length > 1) ?? []
      return sparse.some((index) => armOf(ours, index.name) === 0 && armOf(theirs, index.name) > 0)
    },
  },
  {
    name: 'units of a table with indexes are more in the sum',
    why: 'The same as the two differences around this one, seen in the total only.',
    source: 'as there',
    matches: ({ aspect, request, ours, theirs, scene }) => {
      if (aspect !== 'units' || request.input['ReturnConsumedCapacity'] !== 'TOTAL') return false
      const asked = JSON.stringify(request.input)
      const shape = scene.shapes.find(({ name, indexes }) => asked.includes(name) && indexes.length > 0)
      return shape !== undefined && totalOf(theirs) > totalOf(ours)
    },
  },
  {
    name: 'an entry of a local index counts as larger than it is',
    why: 'DynamoDB charges the size of what the index holds; the 100 bytes more of an entry are a matter of storage.',
    source: `${developerGuide}/LSI.html#LSI.ThroughputConsiderations.Writes and #LSI.StorageConsiderations`,
    matches: ({ aspect, ours, theirs, scene }) =>
      aspect === 'units' &&
      scene.shapes
        .flatMap(({ indexes }) => indexes)
        .some(
          ({ name, isGlobal }) =>
            !isGlobal && armOf(ours, name) > 0 && armOf(theirs, name) > armOf(ours, name),
        ),
  },
  {
    name: 'a Scan of an index is charged for whole items',
    why: 'DynamoDB charges the size of the entries of the index.',
    source: `${developerGuide}/GSI.html#GSI.ThroughputConsiderations.Reads`,
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'units' &&
      request.operation === 'Scan' &&
      request.input['IndexName'] !== undefined &&
      totalOf(theirs) > totalOf(ours),
  },
  {
    name: 'AttributesToGet on a local index always reads the table',
    why: 'DynamoDB reads the table only for what the index does not hold.',
    source: `${developerGuide}/LSI.html#LSI.ThroughputConsiderations.Reads`,
    matches: ({ aspect, request: { input }, ours, theirs }) =>
      aspect === 'units' &&
      input['IndexName'] !== undefined &&
      input['AttributesToGet'] !== undefined &&
      totalOf(theirs) > totalOf(ours),
  },
  {
    name: 'a Scan of a local index is not charged for what it reads from the table',
    why: 'DynamoDB charges the read of each item that it has to fetch.',
    source: `${developerGuide}/LSI.html#LSI.ThroughputConsiderations.Reads`,
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'units' &&
      request.operation === 'Scan' &&
      /^lsi/.test(String(request.input['IndexName'])) &&
      totalOf(theirs) < totalOf(ours),
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
    name: 'a cancelled read transaction gives no reasons',
    why: 'DynamoDB gives one for each action.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance (an empty Key in TransactGetItems)',
    matches: ({ aspect, request, theirs }) =>
      aspect === 'reasons' &&
      request.operation === 'TransactGetItems' &&
      theirs.body === undefined &&
      theirs.fields['CancellationReasons'] === undefined,
  },
  {
    name: 'DeleteItem reports units that nobody asked for',
    why: 'ReturnConsumedCapacity is NONE unless given.',
    source: `${apiReference}/API_DeleteItem.html`,
    matches: ({ aspect, request, ours }) =>
      aspect === 'units' && request.operation === 'DeleteItem' && unitsOf(ours) === undefined,
  },
  {
    name: 'reading nothing costs nothing',
    why: 'DynamoDB charges the smallest read: 0.5 units, or 1 if the read is consistent.',
    source: `${developerGuide}/read-write-operations.html`,
    matches: ({ aspect, request, ours }) => {
      if (aspect !== 'units' || ours.body === undefined) return false
      if (request.operation === 'BatchGetItem') return foundItems(ours.body) < askedKeys(request.input)
      return pagesOf(ours).some(({ ScannedCount }) => ScannedCount === 0)
    },
  },
  {
    name: 'a delete in a batch costs more',
    why: 'DynamoDB charges a delete for the size of the item, as DeleteItem does.',
    source: `${developerGuide}/read-write-operations.html`,
    matches: ({ aspect, request }) =>
      aspect === 'units' &&
      request.operation === 'BatchWriteItem' &&
      JSON.stringify(request.input).includes('"DeleteRequest"'),
  },
  {
    name: 'there are no item collection metrics',
    why: 'DynamoDB returns the size of the item collection of a table with local indexes when asked to.',
    source: `${apiReference}/API_ItemCollectionMetrics.html; seen on AWS: paritysuite/dynamodb-conformance`,
    matches: ({ aspect, theirs }) =>
      aspect === 'metrics' && theirs.body?.['ItemCollectionMetrics'] === undefined,
  },
  {
    name: 'a Query of a table without a sort key has no LastEvaluatedKey',
    why: 'DynamoDB returns one whenever the limit was reached, without looking further.',
    source: `${developerGuide}/Query.Pagination.html`,
    matches: ({ aspect, request, ours, theirs, scene }) => {
      if ((aspect !== 'answer' && aspect !== 'units') || request.operation !== 'Query') return false
      const shape = scene.shapes.find(({ name }) => name === request.input['TableName'])
      return (
        shape?.range.length === 0 &&
        ours.body?.['Pages'] !== undefined &&
        theirs.body?.['Pages'] === undefined
      )
    },
  },
  {
    name: 'a Scan of an index filters by attributes that the index does not hold',
    why: 'To DynamoDB they are not there: it reads nothing but the index.',
    source: `${developerGuide}/GSI.html: a global secondary index holds projected attributes only`,
    matches: ({ aspect, request: { operation, input }, scene }) => {
      const index = scene.shapes
        .flatMap(({ indexes }) => indexes)
        .find(({ name }) => name === input['IndexName'])
      const filter = input['FilterExpression'] ?? input['ScanFilter']
      return (
        aspect === 'answer' && operation === 'Scan' && filter !== undefined && index?.projection !== 'ALL'
      )
    },
  },
  {
    name: 'a Query whose last item is the upper bound has no LastEvaluatedKey',
    why: 'DynamoDB returns one whenever the limit was reached, without looking further.',
    source: `${developerGuide}/Query.Pagination.html`,
    matches: ({ aspect, request, ours, theirs }) => {
      const [here, there] = [pagesOf(ours), pagesOf(theirs)]
      const isLast = here.at(-1)?.['ScannedCount'] === 0 && here.length === there.length + 1
      return (aspect === 'answer' || aspect === 'units') && request.operation === 'Query' && isLast
    },
  },
  {
    name: 'empty maps of names and values count as absent',
    why: 'DynamoDB refuses them when there is no expression.',
    source: 'seen on AWS: the tests of dynalite',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' && / can only be specified when using expressions/.test(messageOf(ours)),
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
    name: 'a cancelled transaction names only the action that is wrong',
    why: 'DynamoDB gives one reason for each action, None for those that are well.',
    source: `${apiReference}/API_TransactWriteItems.html`,
    matches: ({ aspect, request, theirs }) => {
      const { TransactItems: actions } = request.input
      return aspect === 'reasons' && Array.isArray(actions) && reasonMessages(theirs).length < actions.length
    },
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
    name: 'KeyConditions may have more than two conditions',
    why: 'The legacy parameter knows nothing of keys of several attributes.',
    source: 'seen on AWS: test_gsi_composite_keys.py of ScyllaDB Alternator',
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
    name: 'beside ADD or DELETE, UPDATED_NEW gives whole attributes',
    why: 'DynamoDB gives only the paths that the update names.',
    source: 'seen on AWS: test_returnvalues.py of ScyllaDB Alternator',
    matches: ({ aspect, request: { input } }) =>
      aspect === 'answer' &&
      /^UPDATED_/.test(String(input['ReturnValues'])) &&
      /\b(add|delete)\b/i.test(String(input['UpdateExpression'])),
  },
  {
    name: 'a start key that is the last key of a BETWEEN is refused',
    why: 'It matches the condition, so it is a place to start from, though nothing follows.',
    source: 'seen on AWS: test/query.js of dynalite (only keys that do not match the condition are refused)',
    matches: ({ aspect, ours, theirs }) =>
      aspect === 'outcome' &&
      ours.body !== undefined &&
      messageOf(theirs) === 'The provided starting key does not match the range key predicate',
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
  ...tableDifferences,
  {
    name: 'the word size is an attribute',
    why: 'SIZE is a reserved word.',
    source: `${developerGuide}/ReservedWords.html`,
    matches: ({ ours }) => /reserved keyword: size$/i.test(messageOf(ours)),
  },
]

/** The entry that explains a difference, if there is one. */
export function findKnown(difference: Difference): KnownDifference | undefined {
  return knownDifferences.find(({ matches }) => matches(difference))
}

function messageOf(answer: Answer): string {
  return answer.body === undefined ? answer.message : ''
}

function reasonMessages(answer: Answer): unknown[] {
  const reasons = answer.body === undefined ? answer.fields['CancellationReasons'] : undefined
  return Array.isArray(reasons) ? reasons.filter(isObject).map(({ Message }) => Message) : []
}

function unitsOf(answer: Answer): unknown {
  return answer.body?.['ConsumedCapacity']
}

/** The units that a write was charged for an index. */
function armOf(answer: Answer, index: string): number {
  const units = [unitsOf(answer) ?? []].flat().filter(isObject)
  const arms = units.flatMap((part) => [part['GlobalSecondaryIndexes'], part['LocalSecondaryIndexes']])
  const found = arms
    .filter(isObject)
    .map((arm) => arm[index])
    .find(isObject)
  return Number(found?.['CapacityUnits'] ?? 0)
}

function totalOf(answer: Answer): number {
  const units = [unitsOf(answer) ?? []].flat().filter(isObject)
  return units.reduce((sum, { CapacityUnits }) => sum + Number(CapacityUnits), 0)
}

function pagesOf(answer: Answer): readonly Json[] {
  return answer.body === undefined ? [] : ((answer.body['Pages'] ?? [answer.body]) as readonly Json[])
}

function itemsAfter(answer: Answer): number {
  const items = answer.body?.['ItemsAfter']
  return Array.isArray(items) ? items.length : 0
}

/** All updates of a request: its own, or those of a transaction. */
function updatesOf(input: Json): Json[] {
  const actions = Array.isArray(input['TransactItems']) ? input['TransactItems'] : []
  return [input, ...actions.map((action) => (action as Json)['Update']).filter(isObject)]
}

function onlyRemoves({ UpdateExpression: text, AttributeUpdates: updates }: Json): boolean {
  if (typeof text === 'string') return !/\b(set|add)\b/i.test(text)
  if (!isObject(updates)) return false
  return Object.values(updates).every((update) => isObject(update) && update['Action'] === 'DELETE')
}

function foundItems({ Responses: responses }: Json): number {
  return isObject(responses) ? Object.values(responses).flat().length : 0
}

function askedKeys({ RequestItems: requests }: Json): number {
  if (!isObject(requests)) return 0
  return Object.values(requests).flatMap((request) => (request as Json)['Keys'] ?? []).length
}
