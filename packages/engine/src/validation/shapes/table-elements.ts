import { KEY_NAME_MAX_LENGTH } from '@monotable/protocol'
import { boolean, list, long, maxLength, minLength, oneOf, required, struct, text } from '../shape.ts'
import { indexName } from './names.ts'

const keyAttributeName = text(minLength(1), maxLength(KEY_NAME_MAX_LENGTH))

export const billingMode = oneOf('PROVISIONED', 'PAY_PER_REQUEST')
export const multiRegionConsistency = oneOf('EVENTUAL', 'STRONG')
export const settingsReplicationMode = oneOf('ENABLED', 'DISABLED', 'ENABLED_WITH_OVERRIDES')

// The type comes before the name (seen on AWS, 2026-10).
export const attributeDefinitions = list(
  struct('AttributeDefinition', {
    AttributeType: required(oneOf('B', 'N', 'S')),
    AttributeName: required(keyAttributeName),
  }),
)

const keySchemaElement = struct('KeySchemaElement', {
  AttributeName: required(keyAttributeName),
  KeyType: required(oneOf('HASH', 'RANGE')),
})

/** The key of a table or a local index. */
export const keySchema = list(keySchemaElement, { min: 1, max: 2 })

/** The key of a global index may have more attributes; their number is checked with the index. */
const globalKeySchema = list(keySchemaElement, { min: 1 })

const projection = struct('Projection', {
  ProjectionType: oneOf('ALL', 'INCLUDE', 'KEYS_ONLY'),
  NonKeyAttributes: list(keyAttributeName, { min: 1, max: 20 }),
})

// Writes come before reads (seen on AWS, 2026-10).
export const provisionedThroughput = struct('ProvisionedThroughput', {
  WriteCapacityUnits: required(long({ min: 1 })),
  ReadCapacityUnits: required(long({ min: 1 })),
})

export const onDemandThroughput = struct('OnDemandThroughput', {
  MaxReadRequestUnits: long(),
  MaxWriteRequestUnits: long(),
})

export const warmThroughput = struct('WarmThroughput', {
  ReadUnitsPerSecond: long(),
  WriteUnitsPerSecond: long(),
})

export const localSecondaryIndexes = list(
  struct('LocalSecondaryIndex', {
    IndexName: required(indexName),
    KeySchema: required(keySchema),
    Projection: required(projection),
  }),
)

const indexThroughput = {
  ProvisionedThroughput: provisionedThroughput,
  OnDemandThroughput: onDemandThroughput,
  WarmThroughput: warmThroughput,
}

export const globalSecondaryIndexes = list(
  struct('GlobalSecondaryIndex', {
    IndexName: required(indexName),
    KeySchema: required(globalKeySchema),
    Projection: required(projection),
    ...indexThroughput,
  }),
)

export const globalSecondaryIndexUpdates = list(
  struct('GlobalSecondaryIndexUpdate', {
    Update: struct('UpdateGlobalSecondaryIndexAction', {
      IndexName: required(indexName),
      ...indexThroughput,
    }),
    Create: struct('CreateGlobalSecondaryIndexAction', {
      Projection: required(projection),
      IndexName: required(indexName),
      ...indexThroughput,
      KeySchema: required(globalKeySchema),
    }),
    Delete: struct('DeleteGlobalSecondaryIndexAction', { IndexName: required(indexName) }),
  }),
)

const vectorIndexMembers = {
  IndexName: required(indexName),
  VectorAttribute: required(
    struct('VectorAttributeDefinition', { AttributeName: required(keyAttributeName) }),
  ),
  SearchSchema: list(
    struct('SearchSchemaElement', {
      AttributeName: required(keyAttributeName),
      SearchSchemaElementType: required(oneOf('HASH', 'INLINE_FILTER')),
    }),
    { min: 1 },
  ),
  Projection: required(projection),
  // The upper end of the range is checked with the index.
  Dimensions: required(long({ min: 1 })),
  DistanceFunction: required(oneOf('DOT_PRODUCT', 'COSINE', 'EUCLIDEAN')),
}

export const vectorIndexes = list(struct('VectorIndex', vectorIndexMembers))

export const vectorIndexUpdates = list(
  struct('VectorIndexUpdate', {
    Create: struct('CreateVectorIndexAction', vectorIndexMembers),
    Delete: struct('DeleteVectorIndexAction', { IndexName: required(indexName) }),
  }),
)

export const streamSpecification = struct('StreamSpecification', {
  StreamEnabled: required(boolean),
  StreamViewType: oneOf('OLD_IMAGE', 'KEYS_ONLY', 'NEW_AND_OLD_IMAGES', 'NEW_IMAGE'),
})

export const sseSpecification = struct('SSESpecification', {
  Enabled: boolean,
  SSEType: oneOf('AES256', 'KMS'),
  KMSMasterKeyId: text(minLength(1)),
})

/** Tags have no constraints of this kind: AWS words mistakes in them in sentences of their own. */
export const tags = list(struct('Tag', { Key: text(), Value: text() }))
