import type { ConformanceCase } from './case.ts'
import { attributeUpdates } from './cases/attribute-updates.ts'
import { attributeValues } from './cases/attribute-values.ts'
import { conditionEquality } from './cases/condition-equality.ts'
import { conditionErrors } from './cases/condition-errors.ts'
import { conditionFunctions } from './cases/condition-functions.ts'
import { conditionLogic } from './cases/condition-logic.ts'
import { conditionOrdering } from './cases/condition-ordering.ts'
import { deleteItem } from './cases/delete-item.ts'
import { getItem } from './cases/get-item.ts'
import { legacyConditions } from './cases/legacy-conditions.ts'
import { numbers } from './cases/numbers.ts'
import { putItem } from './cases/put-item.ts'
import { updateExpressionErrors } from './cases/update-expression-errors.ts'
import { updateExpressions } from './cases/update-expressions.ts'
import { updateItem } from './cases/update-item.ts'

/** Every case, by subject. */
export const corpus: { readonly [subject: string]: readonly ConformanceCase[] } = {
  'attribute updates': attributeUpdates,
  'attribute values': attributeValues,
  'condition equality': conditionEquality,
  'condition errors': conditionErrors,
  'condition functions': conditionFunctions,
  'condition logic': conditionLogic,
  'condition ordering': conditionOrdering,
  'delete item': deleteItem,
  'get item': getItem,
  'legacy conditions': legacyConditions,
  numbers: numbers,
  'put item': putItem,
  'update expression errors': updateExpressionErrors,
  'update expressions': updateExpressions,
  'update item': updateItem,
}
