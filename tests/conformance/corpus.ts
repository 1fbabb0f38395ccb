import type { ConformanceCase } from './case.ts'
import { accountOperations } from './cases/account-operations.ts'
import { attributeUpdates } from './cases/attribute-updates.ts'
import { attributeValues } from './cases/attribute-values.ts'
import { backupOperations } from './cases/backups.ts'
import { batchGetItem } from './cases/batch-get-item.ts'
import { batchWriteItem } from './cases/batch-write-item.ts'
import { bulkOperations } from './cases/bulk-operations.ts'
import { capacity } from './cases/capacity.ts'
import { conditionEquality } from './cases/condition-equality.ts'
import { conditionErrors } from './cases/condition-errors.ts'
import { conditionFunctions } from './cases/condition-functions.ts'
import { conditionLogic } from './cases/condition-logic.ts'
import { conditionOrdering } from './cases/condition-ordering.ts'
import { constraints } from './cases/constraints.ts'
import { contributorInsights } from './cases/contributor-insights.ts'
import { createTable } from './cases/create-table.ts'
import { createTableErrors } from './cases/create-table-errors.ts'
import { deleteItem } from './cases/delete-item.ts'
import { disassociation } from './cases/disassociation.ts'
import { getItem } from './cases/get-item.ts'
import { globalTables } from './cases/global-tables.ts'
import { indexCapacity } from './cases/index-capacity.ts'
import { itemSizes } from './cases/item-sizes.ts'
import { keyConditionErrors } from './cases/key-condition-errors.ts'
import { legacyConditions } from './cases/legacy-conditions.ts'
import { multiAttributeKeys } from './cases/multi-attribute-keys.ts'
import { multiAttributeSchemas } from './cases/multi-attribute-schemas.ts'
import { nesting } from './cases/nesting.ts'
import { numbers } from './cases/numbers.ts'
import { partiqlBatches } from './cases/partiql-batches.ts'
import { partiqlErrors } from './cases/partiql-errors.ts'
import { partiqlIndexes } from './cases/partiql-indexes.ts'
import { partiqlOrder } from './cases/partiql-order.ts'
import { partiqlPages } from './cases/partiql-pages.ts'
import { partiqlRangeKeys } from './cases/partiql-range-keys.ts'
import { partiqlSelect } from './cases/partiql-select.ts'
import { partiqlTransactions } from './cases/partiql-transactions.ts'
import { partiqlWhere } from './cases/partiql-where.ts'
import { partiqlWrites } from './cases/partiql-writes.ts'
import { putItem } from './cases/put-item.ts'
import { putItemErrors } from './cases/put-item-errors.ts'
import { query } from './cases/query.ts'
import { queryErrors } from './cases/query-errors.ts'
import { queryPages } from './cases/query-pages.ts'
import { replicaSettings } from './cases/replica-settings.ts'
import { reservedWords } from './cases/reserved-words.ts'
import { scan } from './cases/scan.ts'
import { secondaryIndexKeys } from './cases/secondary-index-keys.ts'
import { secondaryIndexReads } from './cases/secondary-index-reads.ts'
import { secondaryIndexes } from './cases/secondary-indexes.ts'
import { serialization } from './cases/serialization.ts'
import { settings } from './cases/settings.ts'
import { settingsPolicies } from './cases/settings-policies.ts'
import { sizeLimits } from './cases/size-limits.ts'
import { streams } from './cases/streams.ts'
import { tableArns } from './cases/table-arns.ts'
import { throughputMode } from './cases/throughput-mode.ts'
import { timeToLive } from './cases/time-to-live.ts'
import { transactGetItems } from './cases/transact-get-items.ts'
import { transactWriteErrors } from './cases/transact-write-errors.ts'
import { transactWriteItems } from './cases/transact-write-items.ts'
import { transactionTokens } from './cases/transaction-tokens.ts'
import { transferOperations } from './cases/transfers.ts'
import { updateExpressionErrors } from './cases/update-expression-errors.ts'
import { updateFunctions } from './cases/update-functions.ts'
import { updateItem } from './cases/update-item.ts'
import { updateSections } from './cases/update-sections.ts'
import { updateSet } from './cases/update-set.ts'
import { updateSizes } from './cases/update-sizes.ts'
import { updateTable } from './cases/update-table.ts'
import { updateTableCapacity } from './cases/update-table-capacity.ts'
import { updateTableErrors } from './cases/update-table-errors.ts'
import { vectorIndexes } from './cases/vector-indexes.ts'
import { vectors } from './cases/vectors.ts'

/** Every case, by subject. */
export const corpus: { readonly [subject: string]: readonly ConformanceCase[] } = {
  'account operations': accountOperations,
  'attribute updates': attributeUpdates,
  'attribute values': attributeValues,
  backups: backupOperations,
  'batch get item': batchGetItem,
  'batch write item': batchWriteItem,
  capacity: capacity,
  'condition equality': conditionEquality,
  'condition errors': conditionErrors,
  'condition functions': conditionFunctions,
  'condition logic': conditionLogic,
  'condition ordering': conditionOrdering,
  constraints: constraints,
  'contributor insights': contributorInsights,
  'create table errors': createTableErrors,
  'create table': createTable,
  'delete item': deleteItem,
  'get item': getItem,
  disassociation,
  'global tables': globalTables,
  'settings of replicas': replicaSettings,
  'index capacity': indexCapacity,
  'item sizes': itemSizes,
  'key condition errors': keyConditionErrors,
  'legacy conditions': legacyConditions,
  'multi attribute keys': multiAttributeKeys,
  nesting,
  'multi attribute schemas': multiAttributeSchemas,
  numbers: numbers,
  'partiql batches': partiqlBatches,
  'partiql errors': partiqlErrors,
  'partiql indexes': partiqlIndexes,
  'partiql order': partiqlOrder,
  'partiql pages': partiqlPages,
  'partiql range keys': partiqlRangeKeys,
  'partiql select': partiqlSelect,
  'partiql transactions': partiqlTransactions,
  'partiql where': partiqlWhere,
  'partiql writes': partiqlWrites,
  'put item errors': putItemErrors,
  'put item': putItem,
  'query errors': queryErrors,
  'query pages': queryPages,
  query: query,
  'reserved words': reservedWords,
  scan: scan,
  'secondary index keys': secondaryIndexKeys,
  'secondary index reads': secondaryIndexReads,
  'secondary indexes': secondaryIndexes,
  serialization: serialization,
  settings: settings,
  'settings policies': settingsPolicies,
  'size limits': sizeLimits,
  streams: streams,
  'table arns': tableArns,
  'throughput mode': throughputMode,
  'time to live': timeToLive,
  'transact get items': transactGetItems,
  'transact write errors': transactWriteErrors,
  'transact write items': transactWriteItems,
  'transaction tokens': transactionTokens,
  'exports and imports': transferOperations,
  'bulk operations': bulkOperations,
  'update expression errors': updateExpressionErrors,
  'update functions': updateFunctions,
  'update item': updateItem,
  'update sections': updateSections,
  'update set': updateSet,
  'update table errors': updateTableErrors,
  'update sizes': updateSizes,
  'update table': updateTable,
  'update table capacity': updateTableCapacity,
  'vector indexes': vectorIndexes,
  vectors: vectors,
}
