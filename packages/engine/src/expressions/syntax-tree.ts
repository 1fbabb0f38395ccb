/** A step of a path as written: a name, a `#name`, or a list index. */
export type PathStep = string | number

/** A document path as written. */
export interface PathNode {
  readonly kind: 'path'
  readonly steps: readonly PathStep[]
  /** Whether no step is a `#name`. */
  readonly isLiteral: boolean
  /** A mistake in the path that does not depend on what its names stand for; reported once the whole text is parsed. */
  readonly fault: string | undefined
}

/** A `:value`. */
export interface ValueNode {
  readonly kind: 'value'
  readonly placeholder: string
}

/** A call of a function, known or not. */
export interface CallNode {
  readonly kind: 'call'
  readonly name: string
  readonly operands: readonly OperandNode[]
}

/** What can be compared or passed to a function. */
export type OperandNode = PathNode | ValueNode | CallNode

/** What can be compared: only PartiQL compares conditions, by whether they hold. */
export type ComparedNode = OperandNode | { readonly kind: 'condition'; readonly condition: ConditionNode }

/** The ways to compare two operands. */
export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** A condition as written, without its parentheses. */
export type ConditionNode =
  | { readonly kind: 'AND' | 'OR'; readonly conditions: readonly ConditionNode[] }
  | { readonly kind: 'NOT'; readonly condition: ConditionNode }
  | { readonly kind: 'compare'; readonly comparator: Comparator; readonly operands: readonly ComparedNode[] }
  | { readonly kind: 'BETWEEN' | 'IN'; readonly operands: readonly ComparedNode[] }
  | CallNode

/** A sum or difference of two operands. */
export interface SumNode {
  readonly kind: 'sum'
  readonly operator: '+' | '-'
  readonly operands: readonly OperandNode[]
}

/** One change requested by an update expression. */
export type ActionNode =
  | { readonly kind: 'SET'; readonly path: PathNode; readonly value: OperandNode | SumNode }
  | { readonly kind: 'REMOVE'; readonly path: PathNode }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: PathNode; readonly value: ValueNode }
