import type { DocumentPath } from '../expressions/document-path.ts'
import type { ActionNode, ConditionNode, PathNode } from '../expressions/syntax-tree.ts'
import type { Slot, SlotNode } from './value-slots.ts'

/** One column of a SELECT: the value at a path, under the name of its last step. */
export interface Column {
  readonly name: string
  readonly path: DocumentPath
}

/** One key of ORDER BY. */
export interface OrderKey {
  readonly name: string
  readonly descending: boolean
}

/** What all statements have in common. */
interface StatementText {
  readonly tableName: string
  /** Its values, in the order of the text. */
  readonly slots: readonly Slot[]
  /** The number of its parameters. */
  readonly parameters: number
}

/** A SELECT, or the one inside EXISTS. */
export interface SelectStatement extends StatementText {
  readonly kind: 'select' | 'exists'
  readonly indexName: string | undefined
  /** The columns, or `undefined` for `*`. */
  readonly columns: readonly Column[] | undefined
  /** The message about a column that is not a path, reported once the table and the index are found (seen on AWS). */
  readonly columnsFault: string | undefined
  readonly where: ConditionNode | undefined
  readonly order: readonly OrderKey[]
}

export interface InsertStatement extends StatementText {
  readonly kind: 'insert'
  readonly attributes: readonly (readonly [name: string, value: SlotNode])[]
}

/** The forms of RETURNING. */
export type Returning = 'ALL OLD' | 'ALL NEW' | 'MODIFIED OLD' | 'MODIFIED NEW'

export interface UpdateStatement extends StatementText {
  readonly kind: 'update'
  readonly actions: readonly ActionNode[]
  readonly targets: readonly PathNode[]
  readonly where: ConditionNode | undefined
  readonly returning: Returning | undefined
}

export interface DeleteStatement extends StatementText {
  readonly kind: 'delete'
  readonly where: ConditionNode | undefined
  readonly returning: Returning | undefined
}

/** A statement that DynamoDB can execute; nothing in it depends on its table or its parameters. */
export type Statement = SelectStatement | InsertStatement | UpdateStatement | DeleteStatement
