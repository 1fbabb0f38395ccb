import type { ConformanceCase } from './case.ts'
import { accountOperations } from './cases/account-operations.ts'
import { attributeUpdates } from './cases/attribute-updates.ts'
import { attributeValues } from './cases/attribute-values.ts'
import { batchOperations } from './cases/batch-operations.ts'
import { capacity } from './cases/capacity.ts'
import { conditionEquality } from './cases/condition-equality.ts'
import { conditionErrors } from './cases/condition-errors.ts'
import { conditionFunctions } from './cases/condition-functions.ts'
import { conditionLogic } from './cases/condition-logic.ts'
import { conditionOrdering } from './cases/condition-ordering.ts'
import { constraints } from './cases/constraints.ts'
import { createTable } from './cases/create-table.ts'
import { deleteItem } from './cases/delete-item.ts'
import { getItem } from './cases/get-item.ts'
import { legacyConditions } from './cases/legacy-conditions.ts'
import { multiAttributeKeys } from './cases/multi-attribute-keys.ts'
import { numbers } from './cases/numbers.ts'
import { putItem } from './cases/put-item.ts'
import { query } from './cases/query.ts'
import { queryErrors } from './cases/query-errors.ts'
import { reservedWords } from './cases/reserved-words.ts'
import { scan } from './cases/scan.ts'
import { secondaryIndexes } from './cases/secondary-indexes.ts'
import { serialization } from './cases/serialization.ts'
import { sizeLimits } from './cases/size-limits.ts'
import { transactions } from './cases/transactions.ts'
import { updateExpressionErrors } from './cases/update-expression-errors.ts'
import { updateExpressions } from './cases/update-expressions.ts'
import { updateItem } from './cases/update-item.ts'
import { updateTable } from './cases/update-table.ts'

/** Every case, by subject. */
export const corpus: { readonly [subject: string]: readonly ConformanceCase[] } = {
  'account operations': accountOperations,
  'attribute updates': attributeUpdates,
  'attribute values': attributeValues,
  'batch operations': batchOperations,
  capacity: capacity,
  'condition equality': conditionEquality,
  'condition errors': conditionErrors,
  'condition functions': conditionFunctions,
  'condition logic': conditionLogic,
  'condition ordering': conditionOrdering,
  constraints: constraints,
  'create table': createTable,
  'delete item': deleteItem,
  'get item': getItem,
  'legacy conditions': legacyConditions,
  'multi attribute keys': multiAttributeKeys,
  numbers: numbers,
  'put item': putItem,
  'query errors': queryErrors,
  query: query,
  'reserved words': reservedWords,
  scan: scan,
  'secondary indexes': secondaryIndexes,
  serialization: serialization,
  'size limits': sizeLimits,
  transactions: transactions,
  'update expression errors': updateExpressionErrors,
  'update expressions': updateExpressions,
  'update item': updateItem,
  'update table': updateTable,
}
