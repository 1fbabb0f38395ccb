import { apiReference, type KnownDifference, messageOf } from './known-difference.ts'

/** Differences in CreateTable and UpdateTable, all known from answers of live AWS. */
export const knownTableDifferences: readonly KnownDifference[] = [
  {
    name: 'a throughput beside PAY_PER_REQUEST is ignored',
    why: 'DynamoDB refuses it.',
    source: 'seen on AWS: localstack snapshots; captures of the control plane, October 2026',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' &&
      /(Neither ReadCapacityUnits nor WriteCapacityUnits|ProvisionedThroughput (should not|cannot)) .* PAY_PER_REQUEST$/.test(
        messageOf(ours),
      ),
  },
  {
    name: 'changes that cannot go together are counted or made',
    why: 'DynamoDB looks at the form of each change first, and refuses those that exclude each other.',
    source: 'seen on AWS: captures of the control plane, October 2026',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'UpdateTable' &&
      ((ours.error === 'ValidationException' && theirs.error === 'LimitExceededException') ||
        /(Only one global secondary index action is allowed|You cannot (create|modify)|must be the only operation)/.test(
          messageOf(ours),
        )),
  },
  {
    name: 'empty lists and unknown classes are accepted',
    why: 'DynamoDB refuses a list of indexes that is empty, and a class that it does not have.',
    source: 'seen on AWS: captures of the control plane, October 2026; test/createTable.js of dynalite',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' && /(List of \w+ is empty$|^Invalid table-class parameter)/.test(messageOf(ours)),
  },
  {
    name: 'an attribute of a local and of a global index counts as two that use a definition',
    why: 'DynamoDB refuses a definition that no key uses.',
    source: 'seen on AWS: test/createTable.js of dynalite',
    matches: ({ aspect, ours }) =>
      aspect === 'outcome' && /Some AttributeDefinitions are not used/.test(messageOf(ours)),
  },
  {
    name: 'definitions are compared with the table even when no index is made',
    why: 'DynamoDB looks at AttributeDefinitions only for the keys of a new index.',
    source: 'seen on AWS: captures of the control plane, October 2026; dynoxide issue 144',
    matches: ({ aspect, request, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'UpdateTable' &&
      /SchemaElement redefined/.test(messageOf(theirs)),
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
  {
    name: 'UpdateTable takes units that are beyond all bounds',
    why: 'DynamoDB refuses more than 10^12; DynamoDB Local takes 10^13.',
    source: 'seen on AWS: test/updateTable.js of dynalite',
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'UpdateTable' &&
      theirs.body !== undefined &&
      /^Given value \d{14,} for (Read|Write)CapacityUnits is out of bounds/.test(messageOf(ours)),
  },
  {
    name: 'an update of an index that the table has not got is invalid',
    why: 'What is not there is not found, a table as well as an index.',
    source: `${apiReference}/API_UpdateTable.html: ResourceNotFoundException; DynamoDB Local itself, for Delete`,
    matches: ({ aspect, request, ours, theirs }) =>
      aspect === 'outcome' &&
      request.operation === 'UpdateTable' &&
      /^Requested resource not found: Index \S+ for table/.test(messageOf(ours)) &&
      messageOf(theirs) === 'Invalid global secondary index name',
  },
]
