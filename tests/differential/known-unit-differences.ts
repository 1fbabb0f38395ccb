import {
  apiReference,
  askedKeys,
  developerGuide,
  foundItems,
  indexUnitsOf,
  type KnownDifference,
  pagesOf,
  totalOf,
  unitsOf,
} from './known-difference.ts'

/** Units that only one of DynamoDB Local and DynamoDB charges. */
export const knownUnitDifferences: readonly KnownDifference[] = [
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
      const asked = JSON.stringify(request.input)
      const shapes = scene.shapes.filter(({ name }) => asked.includes(name))
      return shapes.some(({ name: table, indexes }) =>
        indexes.some(({ name, range, hash }) => {
          const [here, there] = [indexUnitsOf(ours, name, table), indexUnitsOf(theirs, name, table)]
          // In a batch, other writes may be in the index.
          const isSo = request.operation === 'BatchWriteItem' ? there > here : here === 0 && there > 0
          return range.length + hash.length > 1 && isSo
        }),
      )
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
            !isGlobal &&
            indexUnitsOf(ours, name) > 0 &&
            indexUnitsOf(theirs, name) > indexUnitsOf(ours, name),
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
]
