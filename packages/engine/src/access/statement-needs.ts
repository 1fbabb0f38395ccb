import { canonicalizeFreeValue, ServiceError } from '@monotable/protocol'
import { describeStatement, type StatementDescription } from '../partiql/describe-statement.ts'
import { findIndex, type Table } from '../tables/table.ts'
import { FactsBuilder } from './facts-builder.ts'
import type { Need } from './need.ts'
import { type NeedContext, namedTable, needOf } from './need-context.ts'

/** A statement of a request. */
export interface GivenStatement {
  readonly Statement: string
  readonly Parameters?: readonly unknown[] | undefined
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined
}

/** What applies to all statements of a request. */
export interface StatementSetting {
  readonly enclosingOperation?: 'ExecuteTransaction' | 'BatchExecuteStatement'
  readonly returnConsumedCapacity?: string | undefined
}

const actionOf = {
  select: 'PartiQLSelect',
  exists: 'PartiQLSelect',
  insert: 'PartiQLInsert',
  update: 'PartiQLUpdate',
  delete: 'PartiQLDelete',
} as const satisfies { readonly [Kind in StatementDescription['kind']]: string }

/** Returns the need of a statement: the action of its kind, on the table or index that it names. */
function statementNeeds(context: NeedContext, given: GivenStatement, setting: StatementSetting): Need[] {
  // Parameters are read as the operations read them: what they accept must not count as a mistake here.
  const description = describeStatement(given.Statement, given.Parameters?.map(canonicalizeFreeValue))
  const { kind, tableName, indexName, returning } = description
  const named = namedTable(context, tableName)
  const { hash, range } = keyNames(named.table, indexName)
  const onFailure = given.ReturnValuesOnConditionCheckFailure ?? 'NONE'
  const needFor = (returned: string): Need => {
    const facts = () => {
      const builder = new FactsBuilder()
        .addPartitionKeys(hash.map((name) => description.valuesOf(name, range)))
        .addAttributes(description.attributesRead)
        .addAttributes(description.attributesWritten)
        .set('dynamodb:enclosingoperation', setting.enclosingOperation)
        .set('dynamodb:returnconsumedcapacity', setting.returnConsumedCapacity ?? 'NONE')
      if (kind !== 'select') builder.set('dynamodb:returnvalues', returned)
      if (kind === 'select' || kind === 'exists') {
        const [first] = hash
        const isFullScan = first !== undefined && description.isFullScan(first, range)
        // A scan in an order is refused before AWS has decided how to read: for policies it is neither.
        if (!isFullScan || !description.isOrdered) builder.set('dynamodb:fulltablescan', String(isFullScan))
        builder.set('dynamodb:select', selectOf(description, returned))
      }
      return builder.build()
    }
    return needOf(actionOf[kind], named, { indexName, facts })
  }
  const onSuccess = returning === undefined ? 'NONE' : returnValuesOf(returning)
  return [...new Set([onSuccess, ...(onFailure === 'NONE' ? [] : [onFailure])])].map(needFor)
}

/** Returns the names of the keys by which a statement can read; none for missing tables and indexes. */
function keyNames(table: Table | undefined, indexName: string | undefined) {
  const key = table && (indexName === undefined ? table.key : findIndex(table, indexName)?.key)
  return { hash: key?.hash.map(({ name }) => name) ?? [], range: key?.range[0]?.name }
}

/** Returns the value of `dynamodb:Select`; EXISTS returns only the item that fails it, and only on request. */
function selectOf({ kind, readsAll, indexName }: StatementDescription, returned: string): string {
  const isWhole = kind === 'exists' ? returned !== 'NONE' : readsAll
  if (!isWhole) return 'SPECIFIC_ATTRIBUTES'
  return indexName === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES'
}

function returnValuesOf(returning: string): string {
  return returning.replace('MODIFIED', 'UPDATED').replace(' ', '_')
}

/** Returns the needs of ExecuteStatement. */
export function executeStatementNeeds(
  context: NeedContext,
  input: GivenStatement & { readonly ReturnConsumedCapacity?: string | undefined },
): Need[] {
  return statementNeeds(context, input, { returnConsumedCapacity: input.ReturnConsumedCapacity })
}

/** Returns the needs of each statement of ExecuteTransaction. */
export function transactStatementNeeds(
  context: NeedContext,
  input: {
    readonly TransactStatements: readonly GivenStatement[]
    readonly ReturnConsumedCapacity?: string | undefined
  },
): Need[][] {
  const setting = {
    enclosingOperation: 'ExecuteTransaction',
    returnConsumedCapacity: input.ReturnConsumedCapacity,
  } as const
  return input.TransactStatements.map((statement) => statementNeeds(context, statement, setting))
}

/**
 * Returns the needs of each statement of BatchExecuteStatement. An invalid one has none: it is answered with its error,
 * and the others run. The caller must not run a statement without needs, whatever its execution thinks of it.
 */
export function batchStatementNeeds(
  context: NeedContext,
  input: {
    readonly Statements: readonly GivenStatement[]
    readonly ReturnConsumedCapacity?: string | undefined
  },
): Need[][] {
  const setting = {
    enclosingOperation: 'BatchExecuteStatement',
    returnConsumedCapacity: input.ReturnConsumedCapacity,
  } as const
  return input.Statements.map((statement) => {
    try {
      return statementNeeds(context, statement, setting)
    } catch (error) {
      if (error instanceof ServiceError && error.name !== 'AccessDeniedException') return []
      throw error
    }
  })
}
