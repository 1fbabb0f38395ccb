import {
  BATCH_STATEMENTS_MAX,
  NEXT_TOKEN_MAX_LENGTH,
  STATEMENT_MAX_LENGTH,
  TRANSACTION_MAX_ACTIONS,
} from '@monotable/protocol'
import { boolean, integer, list, maxLength, minLength, required, struct, text } from '../shape.ts'
import {
  attributeValue,
  clientRequestToken,
  returnConsumedCapacity,
  returnValuesOnConditionCheckFailure,
} from './item-elements.ts'

const statement = required(text(minLength(1), maxLength(STATEMENT_MAX_LENGTH)))
const parameters = list(attributeValue, { min: 1 })

export const executeStatement = struct('ExecuteStatementInput', {
  Statement: statement,
  Parameters: parameters,
  ConsistentRead: boolean,
  NextToken: text(minLength(1), maxLength(NEXT_TOKEN_MAX_LENGTH)),
  ReturnConsumedCapacity: returnConsumedCapacity,
  Limit: integer({ min: 1 }),
  ReturnValuesOnConditionCheckFailure: returnValuesOnConditionCheckFailure,
})

const batchStatement = struct('BatchStatementRequest', {
  Statement: statement,
  Parameters: parameters,
  ConsistentRead: boolean,
  ReturnValuesOnConditionCheckFailure: returnValuesOnConditionCheckFailure,
})

export const batchExecuteStatement = struct('BatchExecuteStatementInput', {
  Statements: required(list(batchStatement, { min: 1, max: BATCH_STATEMENTS_MAX })),
  ReturnConsumedCapacity: returnConsumedCapacity,
})

const transactStatement = struct('ParameterizedStatement', {
  Statement: statement,
  Parameters: parameters,
  ReturnValuesOnConditionCheckFailure: returnValuesOnConditionCheckFailure,
})

export const executeTransaction = struct('ExecuteTransactionInput', {
  TransactStatements: required(list(transactStatement, { min: 1, max: TRANSACTION_MAX_ACTIONS })),
  ClientRequestToken: clientRequestToken,
  ReturnConsumedCapacity: returnConsumedCapacity,
})
