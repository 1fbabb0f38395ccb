import type { Token } from './lexer.ts'

/** What every part of a statement has. */
interface Part {
  /** The token that messages refer to. */
  readonly token: Token
  /** The depth of the tree, including this part; trees that are too deep are never built. */
  readonly depth: number
}

/** A step into a value: a name after a dot, or anything in brackets. */
export type StepNode =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'bracket'; readonly expression: Expression }
  | { readonly kind: 'star' }

/** The name of an attribute or a table. */
export interface VariableNode extends Part {
  readonly kind: 'variable'
  readonly name: string
}

/** A name, or any other expression, and the steps into it. */
export interface PathNode extends Part {
  readonly kind: 'path'
  readonly root: Expression
  readonly steps: readonly StepNode[]
}

/** A string, number, boolean, null, MISSING or a literal in backticks. The text of a number includes its sign. */
export interface LiteralNode extends Part {
  readonly kind: 'literal'
  readonly text: string
}

/** A `?`, by its position among those of the statement. */
export interface ParameterNode extends Part {
  readonly kind: 'parameter'
  readonly position: number
}

/** A list, or a bag: the elements between `<<` and `>>`. */
export interface CollectionNode extends Part {
  readonly kind: 'list' | 'bag'
  readonly elements: readonly Expression[]
}

/** The members between `{` and `}`. */
export interface StructNode extends Part {
  readonly kind: 'struct'
  readonly members: readonly { readonly key: Expression; readonly value: Expression }[]
}

/** A call of a function, with the name in lower case. */
export interface CallNode extends Part {
  readonly kind: 'call'
  readonly name: string
  readonly operands: readonly Expression[]
}

/** An operator and its operands: all those of a chain of ANDs or ORs are on one level. */
export interface OperationNode extends Part {
  readonly kind: 'operation'
  readonly operator: string
  /** Set for an operation in parentheses, which is not merged with a surrounding chain. */
  readonly grouped?: true
  readonly operands: readonly Expression[]
}

/** A type test, with DynamoDB's name of the type. */
export interface IsNode extends Part {
  readonly kind: 'is'
  readonly negated: boolean
  readonly operand: Expression
  readonly type: string
}

/** Something that PartiQL has and DynamoDB lacks. */
export interface ForeignNode extends Part {
  readonly kind: 'foreign'
  readonly name: string
}

/** A statement, which the grammar allows wherever it allows an expression. */
export interface StatementNode extends Part {
  readonly kind: 'statement'
  readonly statement: ParsedStatement
}

/** Any expression that has a value. */
export type Expression =
  | VariableNode
  | PathNode
  | LiteralNode
  | ParameterNode
  | CollectionNode
  | StructNode
  | CallNode
  | OperationNode
  | IsNode
  | ForeignNode
  | StatementNode

/** One element of a SELECT list. */
export interface SelectedNode {
  readonly expression: Expression | '*'
  readonly alias: boolean
}

/** What a SELECT reads, or what an UPDATE or DELETE changes. */
export interface SourceNode {
  readonly expression: Expression
  readonly alias: boolean
}

/** One key of ORDER BY. */
export interface OrderNode {
  readonly expression: Expression
  readonly descending: boolean
}

/** One element of RETURNING: `all old`, `modified new` …, and of what. */
export interface ReturningNode {
  readonly mapping: string
  readonly expression: Expression | '*'
}

/** A clause that can be parsed but not executed. */
export interface ClauseNode {
  readonly name: string
  readonly at: Token | undefined
}

/** One change of an UPDATE. */
export type ChangeNode =
  | { readonly kind: 'SET'; readonly target: Expression; readonly value: Expression }
  | { readonly kind: 'REMOVE'; readonly target: Expression }

export interface ParsedSelect {
  readonly kind: 'select'
  readonly quantifier: 'value' | 'distinct' | undefined
  readonly list: readonly SelectedNode[]
  readonly sources: readonly SourceNode[]
  readonly where: Expression | undefined
  readonly order: readonly OrderNode[]
  readonly unsupported: ClauseNode | undefined
}

export interface ParsedInsert {
  readonly kind: 'insert'
  readonly target: Expression
  /** Whether it is the form with VALUE, the only one that DynamoDB accepts. */
  readonly isValue: boolean
  readonly value: Expression
  readonly unsupported: ClauseNode | undefined
  readonly returning: readonly ReturningNode[] | undefined
}

export interface ParsedChange {
  readonly kind: 'update' | 'delete'
  readonly source: SourceNode
  readonly changes: readonly ChangeNode[]
  readonly where: Expression | undefined
  readonly returning: readonly ReturningNode[] | undefined
}

/** A statement as written, or the name of one that DynamoDB lacks. */
export type ParsedStatement =
  | ParsedSelect
  | ParsedInsert
  | ParsedChange
  | { readonly kind: 'other'; readonly name: string }
