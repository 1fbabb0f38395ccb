import { parseExpression, parseSimplePath } from './parse-expression.ts'
import { StatementReader } from './statement-reader.ts'
import type {
  ChangeNode,
  ClauseNode,
  Expression,
  OrderNode,
  ParsedChange,
  ParsedInsert,
  ParsedSelect,
  ParsedStatement,
  ReturningNode,
  SelectedNode,
  SourceNode,
} from './syntax-tree.ts'

/** A statement's syntax tree, and its number of parameters. */
export interface ParsedText {
  /** The grammar accepts any expression as a statement. */
  readonly expression: Expression
  readonly parameters: number
}

/**
 * Parses the text of one statement.
 *
 *     Text      : Expression ";"?
 *     Statement : Select | Insert | Update | Delete | FromFirst
 */
export function parseStatement(source: string): ParsedText {
  const reader = new StatementReader(source, parseStatementHere)
  const expression = parseExpression(reader)
  reader.accept(';')
  if (reader.kind !== 'end') throw reader.error('Unexpected token after expression')
  return { expression, parameters: reader.parameters }
}

function parseStatementHere(reader: StatementReader): ParsedStatement {
  switch (reader.next.text) {
    case 'select':
      return parseSelect(reader)
    case 'insert into':
      return parseInsert(reader)
    case 'update':
      return parseUpdate(reader)
    case 'delete':
      return parseDelete(reader)
    case 'from':
      return parseFromFirst(reader)
    case 'create':
    case 'drop':
      return parseDefinition(reader)
    default:
      // SET or REMOVE without any changes.
      parseChanges(reader)
      return { kind: 'other', name: 'DataManipulation' }
  }
}

/** CREATE TABLE and similar statements can be parsed, but are never executed. */
function parseDefinition(reader: StatementReader): ParsedStatement {
  const verb = reader.take().text === 'create' ? 'Create' : 'Drop'
  const isTable = reader.isKeyword('table')
  if (!isTable && !reader.isKeyword('index')) {
    throw reader.error(`Unexpected token following ${verb.toUpperCase()}`)
  }
  reader.take()
  if (isTable && reader.kind !== 'name' && reader.kind !== 'quoted')
    throw reader.error('Expected identifier!')
  while (reader.kind !== 'end' && reader.kind !== ';') reader.take()
  return { kind: 'other', name: `${verb}${isTable ? 'Table' : 'Index'}` }
}

/**
 *     Select : SELECT ( VALUE | DISTINCT | ALL )? List FROM Source ( WHERE Expression )?
 *              ( ORDER BY Key ( "," Key )* )?
 */
function parseSelect(reader: StatementReader): ParsedSelect {
  reader.take()
  const quantifier = parseQuantifier(reader)
  const list = parseSelected(reader)
  if (!reader.acceptKeyword('from')) throw reader.error('Expected FROM after SELECT list')
  const sources = parseSources(reader)
  const where = parseWhere(reader)
  const grouping = parseGrouping(reader)
  const order = parseOrder(reader)
  const unsupported = grouping ?? parseClause(reader, 'limit', 'LIMIT')
  return { kind: 'select', quantifier, list, sources, where, order, unsupported }
}

function parseQuantifier(reader: StatementReader): ParsedSelect['quantifier'] {
  if (reader.acceptKeyword('distinct')) return 'distinct'
  if (reader.acceptKeyword('value')) return 'value'
  reader.acceptKeyword('all')
  return undefined
}

function parseSelected(reader: StatementReader): SelectedNode[] {
  const list: SelectedNode[] = []
  do {
    if (reader.isOperator('*')) {
      reader.take()
      list.push({ expression: '*', alias: false })
    } else {
      const expression = parseExpression(reader)
      list.push({ expression, alias: parseAlias(reader) })
    }
  } while (reader.accept(','))
  if (list.length > 1 && list.some(({ expression }) => expression === '*')) {
    throw reader.error(
      "Other expressions may not be present in the select list when '*' is used without dot notation.",
    )
  }
  return list
}

/** Returns whether a name, with or without AS, follows something that may have an alias. */
function parseAlias(reader: StatementReader): boolean {
  const hasAs = reader.acceptKeyword('as')
  if (reader.kind === 'name' || reader.kind === 'quoted') {
    reader.take()
    return true
  }
  if (hasAs) throw reader.error('Expected identifier for AS-alias')
  return false
}

const joins = new Set(['join', 'cross', 'inner', 'left', 'right', 'full', 'outer'])

function parseSources(reader: StatementReader): SourceNode[] {
  const sources = [parseSource(reader)]
  for (;;) {
    if (reader.accept(',')) sources.push(parseSource(reader))
    else if (reader.kind === 'keyword' && joins.has(reader.next.text)) sources.push(parseJoined(reader))
    else return sources
  }
}

function parseSource(reader: StatementReader): SourceNode {
  const expression = parseExpression(reader)
  return { expression, alias: parseAlias(reader) }
}

function parseJoined(reader: StatementReader): SourceNode {
  let isCross = false
  while (reader.kind === 'keyword' && joins.has(reader.next.text)) {
    if (reader.take().text === 'cross') isCross = true
  }
  const source = parseSource(reader)
  if (isCross) return source
  if (!reader.acceptKeyword('on')) throw reader.error("Expected 'ON'")
  parseExpression(reader)
  return source
}

function parseWhere(reader: StatementReader): Expression | undefined {
  return reader.acceptKeyword('where') ? parseExpression(reader) : undefined
}

function parseGrouping(reader: StatementReader): ClauseNode | undefined {
  let grouping: ClauseNode | undefined
  if (reader.acceptKeyword('group')) {
    reader.acceptKeyword('partial')
    if (!reader.acceptKeyword('by')) throw reader.error('Expected BY')
    do parseExpression(reader)
    while (reader.accept(','))
    grouping = { name: 'GROUP BY', at: undefined }
  }
  return grouping ?? parseClause(reader, 'having', 'HAVING')
}

function parseClause(reader: StatementReader, keyword: string, name: string): ClauseNode | undefined {
  if (!reader.acceptKeyword(keyword)) return undefined
  return { name, at: parseExpression(reader).token }
}

function parseOrder(reader: StatementReader): OrderNode[] {
  if (!reader.acceptKeyword('order')) return []
  if (!reader.acceptKeyword('by')) throw reader.error('Expected BY')
  const order: OrderNode[] = []
  do {
    const expression = parseExpression(reader)
    const descending = reader.acceptKeyword('desc')
    if (!descending) reader.acceptKeyword('asc')
    order.push({ expression, descending })
  } while (reader.accept(','))
  return order
}

/**
 *     Insert : INSERT INTO SimplePath VALUE Expression Returning?
 */
function parseInsert(reader: StatementReader): ParsedInsert {
  reader.take()
  const target = parseSimplePath(reader)
  const isValue = reader.acceptKeyword('value')
  if (!isValue && reader.kind === 'name') throw reader.error('Unexpected token after expression')
  const value = isValue || !reader.acceptKeyword('values') ? parseExpression(reader) : parseRows(reader)
  return { kind: 'insert', target, isValue, value, ...parseInsertClauses(reader) }
}

/** Parses the rows of INSERT … VALUES, each in parentheses; they are never written. */
function parseRows(reader: StatementReader): Expression {
  if (reader.kind !== '(') throw reader.error('Expected LEFT_PAREN for row value constructor')
  let row = parseExpression(reader)
  while (reader.accept(',')) row = parseExpression(reader)
  return row
}

function parseInsertClauses(reader: StatementReader): Pick<ParsedInsert, 'unsupported' | 'returning'> {
  let unsupported: ClauseNode | undefined
  if (reader.acceptKeyword('at')) {
    parseExpression(reader)
    unsupported = { name: 'AT', at: undefined }
  }
  if (reader.acceptKeyword('on conflict')) {
    if (!reader.acceptKeyword('where')) throw reader.error('Expected WHERE')
    parseExpression(reader)
    if (!reader.acceptKeyword('do nothing')) throw reader.error('invalid ON CONFLICT syntax')
    unsupported ??= { name: 'ON CONFLICT', at: undefined }
  }
  return { unsupported, returning: parseReturning(reader) }
}

/**
 *     Update : UPDATE SimplePath Change+ ( WHERE Expression )? Returning?
 */
function parseUpdate(reader: StatementReader): ParsedChange {
  reader.take()
  const source = parseChanged(reader)
  const changes = parseChanges(reader)
  const where = parseWhere(reader)
  return { kind: 'update', source, changes, where, returning: parseReturning(reader) }
}

/**
 *     Delete : DELETE FROM SimplePath ( WHERE Expression )? Returning?
 */
function parseDelete(reader: StatementReader): ParsedChange {
  reader.take()
  if (!reader.acceptKeyword('from')) throw reader.error('Expected FROM after DELETE')
  const source = parseChanged(reader)
  const where = parseWhere(reader)
  return { kind: 'delete', source, changes: [], where, returning: parseReturning(reader) }
}

/**
 *     FromFirst : FROM Source ( WHERE Expression )? Change+ Returning?
 */
function parseFromFirst(reader: StatementReader): ParsedChange {
  reader.take()
  const source = parseSource(reader)
  const where = parseWhere(reader)
  const changes = parseChanges(reader)
  return { kind: 'update', source, changes, where, returning: parseReturning(reader) }
}

function parseChanged(reader: StatementReader): SourceNode {
  const expression = parseSimplePath(reader)
  return { expression, alias: parseAlias(reader) }
}

/**
 *     Change : SET SimplePath "=" Expression ( "," SimplePath "=" Expression )* | REMOVE SimplePath
 */
function parseChanges(reader: StatementReader): ChangeNode[] {
  const changes: ChangeNode[] = []
  for (;;) {
    if (reader.acceptKeyword('set')) {
      do changes.push(parseAssignment(reader))
      while (reader.accept(','))
    } else if (reader.acceptKeyword('remove')) {
      changes.push({ kind: 'REMOVE', target: parseSimplePath(reader) })
    } else if (changes.length > 0) {
      return changes
    } else {
      throw reader.error('Expected data manipulation')
    }
  }
}

function parseAssignment(reader: StatementReader): ChangeNode {
  const target = parseSimplePath(reader)
  if (!reader.isOperator('=')) throw reader.error("Expected '='")
  reader.take()
  return { kind: 'SET', target, value: parseExpression(reader) }
}

const mappings = new Set(['all old', 'all new', 'modified old', 'modified new'])

/**
 *     Returning : RETURNING ( ALL | MODIFIED ) ( OLD | NEW ) "*"
 */
function parseReturning(reader: StatementReader): ReturningNode[] | undefined {
  if (!reader.acceptKeyword('returning')) return undefined
  const returning: ReturningNode[] = []
  do {
    if (reader.kind !== 'keyword' || !mappings.has(reader.next.text)) {
      throw reader.error('Expected ( MODIFIED | ALL ) ( NEW | OLD ) in each returning element.')
    }
    const mapping = reader.take().text
    const isAll = reader.isOperator('*')
    if (isAll) reader.take()
    returning.push({ mapping, expression: isAll ? '*' : parseExpression(reader) })
  } while (reader.accept(','))
  return returning
}
