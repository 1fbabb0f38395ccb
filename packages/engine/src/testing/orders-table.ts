/** A table for tests with several servers or regions. */
export const ordersTable = {
  TableName: 'Orders',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
} as const

/** Adds an index to it. */
export const addOrdersIndex = {
  TableName: ordersTable.TableName,
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'by', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexUpdates: [
    {
      Create: {
        IndexName: 'byWhom',
        KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    },
  ],
} as const
