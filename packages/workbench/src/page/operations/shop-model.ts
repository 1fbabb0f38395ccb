import type { TableModel } from '../../shared/api.ts'

/** A table for tests: customers with their orders, and an index of orders by status. */
export const shopModel: TableModel = {
  table: 'Shop',
  source: 'file',
  key: { pk: [{ name: 'PK', type: 'S' }], sk: [{ name: 'SK', type: 'S' }] },
  indexes: [
    {
      name: 'GSI1',
      kind: 'global',
      projection: 'ALL',
      pk: [{ name: 'GSI1PK', type: 'S' }],
      sk: [{ name: 'total', type: 'N' }],
    },
  ],
  typeAttribute: '_type',
  entities: [
    {
      name: 'Customer',
      templates: {
        PK: [{ text: 'CUSTOMER#' }, { slot: 'username' }],
        SK: [{ text: 'CUSTOMER#' }, { slot: 'username' }],
      },
      indexes: [],
      attributes: ['username', 'name'],
    },
    {
      name: 'Order',
      templates: {
        PK: [{ text: 'CUSTOMER#' }, { slot: 'username' }],
        SK: [{ text: '#ORDER#' }, { slot: 'orderId' }],
        GSI1PK: [{ text: 'STATUS#' }, { slot: 'status' }],
      },
      indexes: ['GSI1'],
      attributes: ['username', 'orderId', 'status', 'total'],
    },
  ],
  patterns: [
    {
      name: 'account',
      kind: 'collect',
      index: 'primary',
      entities: ['Customer', 'Order'],
      arguments: [{ name: 'username', required: true, range: false }],
      condition: 'PK = CUSTOMER#{username}',
      state: 'passes',
      findings: [],
      expectations: [],
    },
    {
      name: 'byStatus',
      kind: 'query',
      index: 'GSI1',
      entities: ['Order'],
      arguments: [{ name: 'status', required: true, range: false }],
      condition: 'GSI1PK = STATUS#{status}',
      state: 'passes',
      findings: [],
      expectations: [],
    },
  ],
  findings: [],
}
