import { isObject } from './exchange.ts'
import {
  apiReference,
  developerGuide,
  itemsAfter,
  type KnownDifference,
  messageOf,
  onlyRemoves,
  reasonMessages,
  updatesOf,
} from './known-difference.ts'
import { pathsOfExpression, returnsOnlyParts } from './partial-attributes.ts'

/** Answers and effects of DynamoDB Local that differ from DynamoDB's. */
export const knownAnswerDifferences: readonly KnownDifference[] = [
  {
    name: 'an update that only removes makes an item',
    why: 'DynamoDB makes no item when there is nothing to put into it.',
    source: 'seen on AWS: test_item.py of ScyllaDB Alternator',
    matches: (difference) => {
      const { aspect, request } = difference
      if (aspect !== 'state' && aspect !== 'answer' && aspect !== 'units') return false
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
    name: 'a read transaction tells an empty item where there is nothing of the projection',
    why: 'DynamoDB leaves the item out.',
    source: 'seen on AWS: paritysuite/dynamodb-conformance (a projection that matches nothing)',
    matches: ({ aspect, request, theirs }) => {
      const responses = theirs.body?.['Responses']
      const isEmpty = (entry: unknown) =>
        isObject(entry) && isObject(entry['Item']) && Object.keys(entry['Item']).length === 0
      return (
        aspect === 'answer' &&
        (request.operation === 'TransactGetItems' || request.operation === 'ExecuteTransaction') &&
        Array.isArray(responses) &&
        responses.some(isEmpty)
      )
    },
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
      const shape = scene.shapes.find(({ name }) => name === input['TableName'])
      const index = shape?.indexes.find(({ name }) => name === input['IndexName'])
      const filter = input['FilterExpression'] ?? input['ScanFilter']
      return (
        aspect === 'answer' && operation === 'Scan' && filter !== undefined && index?.projection !== 'ALL'
      )
    },
  },
  {
    name: 'a cancelled transaction names only the action that is wrong',
    why: 'DynamoDB gives one reason for each action, None for those that are well.',
    source: `${apiReference}/API_TransactWriteItems.html`,
    matches: ({ aspect, request, theirs }) => {
      const actions = request.input['TransactItems'] ?? request.input['TransactStatements']
      return aspect === 'reasons' && Array.isArray(actions) && reasonMessages(theirs).length < actions.length
    },
  },
  {
    name: 'UPDATED_OLD and UPDATED_NEW give whole attributes where an update names something inside of them',
    why: 'DynamoDB gives only the paths that the update names, also an element that it puts behind the end of a list.',
    source: 'seen on AWS: test_returnvalues.py of ScyllaDB Alternator',
    matches: ({ aspect, request: { operation, input }, ours, theirs }) =>
      aspect === 'answer' &&
      operation === 'UpdateItem' &&
      /^UPDATED_/.test(String(input['ReturnValues'])) &&
      returnsOnlyParts(pathsOfExpression(input), ours.body?.['Attributes'], theirs.body?.['Attributes']),
  },
  {
    name: 'the word size is an attribute',
    why: 'SIZE is a reserved word.',
    source: `${developerGuide}/ReservedWords.html`,
    matches: ({ ours }) => /reserved keyword: size$/i.test(messageOf(ours)),
  },
  {
    name: 'a key that does not fit is told together with conditions that fail',
    why: 'DynamoDB looks at all keys before it looks at any condition, so the other actions have no reason.',
    source: 'seen on AWS: test_transact.py of ScyllaDB Alternator',
    matches: ({ aspect, request, ours }) =>
      aspect === 'reasons' &&
      request.operation === 'TransactWriteItems' &&
      reasonMessages(ours).some((message) =>
        /(Type mismatch for (key|Index Key)|does not match the schema)/.test(String(message)),
      ),
  },
  {
    name: 'an empty map in a stream is no value at all',
    why: 'A value has exactly one type, also in a record of a stream.',
    source: `${apiReference}/API_streams_AttributeValue.html`,
    matches: ({ aspect, detail }) =>
      aspect === 'records' && detail.split(', ').every((place) => place.endsWith('.M missing there')),
  },
]
