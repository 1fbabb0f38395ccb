import type { AttributeMapInput, ConditionalOperator, ExpectedAttributes } from '@monotable/protocol'
import { type Condition, compileCondition } from '../../expressions/compile-condition.ts'
import { conditionFromExpected } from '../../expressions/condition-from-expected.ts'
import { checkExpressionParameters, readPlaceholders } from './expression-parameters.ts'

/** The parameters that can attach a condition to a write. */
export interface ConditionParameters {
  readonly ConditionExpression?: string | undefined
  readonly Expected?: ExpectedAttributes | undefined
  readonly ConditionalOperator?: ConditionalOperator | undefined
  readonly ExpressionAttributeNames?: { readonly [placeholder: string]: string } | undefined
  readonly ExpressionAttributeValues?: AttributeMapInput | undefined
}

/**
 * Reads the condition of a write in two steps, because DynamoDB checks other parameters between them: first the
 * combination of parameters, then, when the returned function is called, the condition itself.
 */
export function readCondition(input: ConditionParameters): () => Condition | undefined {
  const parameters = {
    legacy: { Expected: input.Expected, ConditionalOperator: input.ConditionalOperator },
    expressions: { ConditionExpression: input.ConditionExpression },
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
  }
  checkExpressionParameters(parameters)
  return () => {
    const source = input.ConditionExpression
    if (source === undefined) return conditionFromExpected(input.Expected, input.ConditionalOperator)
    const placeholders = readPlaceholders(parameters)
    const condition = compileCondition({ parameter: 'ConditionExpression', source, placeholders })
    placeholders.requireAllUsed()
    return condition
  }
}
