import type { ConformanceCase } from './case.ts'
import { attributeValues } from './cases/attribute-values.ts'
import { conditionEquality } from './cases/condition-equality.ts'
import { conditionErrors } from './cases/condition-errors.ts'
import { conditionFunctions } from './cases/condition-functions.ts'
import { conditionLogic } from './cases/condition-logic.ts'
import { conditionOrdering } from './cases/condition-ordering.ts'
import { getItem } from './cases/get-item.ts'
import { numbers } from './cases/numbers.ts'
import { putItem } from './cases/put-item.ts'
import { updateExpressionErrors } from './cases/update-expression-errors.ts'
import { updateExpressions } from './cases/update-expressions.ts'

/** Every case, by subject. */
export const corpus: { readonly [subject: string]: readonly ConformanceCase[] } = {
  'attribute values': attributeValues,
  'condition equality': conditionEquality,
  'condition errors': conditionErrors,
  'condition functions': conditionFunctions,
  'condition logic': conditionLogic,
  'condition ordering': conditionOrdering,
  'get item': getItem,
  numbers: numbers,
  'put item': putItem,
  'update expression errors': updateExpressionErrors,
  'update expressions': updateExpressions,
}
