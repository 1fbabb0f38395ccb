import type { ExecuteStatementInput } from '@monotable/protocol'
import { misplacedExists } from '../../partiql/prepare-statement.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireTableNamed } from '../require-table-named.ts'
import { runWrite } from '../writes/run-write.ts'
import { planSelect } from './plan-select.ts'
import { planStatementWrite } from './plan-statement-write.ts'
import { readParameters, readStatement } from './read-statement.ts'
import { runSelect } from './run-select.ts'

/** Runs one PartiQL statement: a page of a SELECT, or a write of one item. */
export async function executeStatement(
  context: OperationContext,
  input: ExecuteStatementInput,
): Promise<WireAnswer> {
  const parameters = readParameters(input)
  const bound = readStatement(input, parameters)
  if (bound.kind === 'exists') throw misplacedExists()
  const table = requireTableNamed(context, bound.statement.tableName)
  if (bound.kind === 'select') {
    const consistent = input.ConsistentRead === true
    const { statement, where } = bound
    return runSelect(context, planSelect(table, { statement, where, consistent }), {
      statement: input.Statement,
      parameters,
      limit: input.Limit,
      token: input.NextToken,
      consistent,
      capacity: input.ReturnConsumedCapacity,
    })
  }
  const { write, attributes } = planStatementWrite(table, bound, {
    returnsItemOnFailure: input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
    inTransaction: false,
  })
  const { ReturnConsumedCapacity } = input
  const done = await runWrite(context, {
    write,
    input: { ReturnConsumedCapacity },
    attributes,
  })
  return {
    Items: done['Attributes'] === undefined ? [] : [done['Attributes']],
    ConsumedCapacity: done['ConsumedCapacity'],
  }
}
