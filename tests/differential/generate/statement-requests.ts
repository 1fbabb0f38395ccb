import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Json, Request } from '../exchange.ts'
import { valueOfType } from './attribute-values.ts'
import { keyword, perhapsMisspelt } from './expression-scope.ts'
import { capacityLevels } from './item-requests.ts'
import { itemCondition, keyConditions, statementCondition } from './statement-condition.ts'
import { quoted, StatementScope, structText } from './statement-scope.ts'
import { generateItem, type TableShape } from './table-shape.ts'

/** Draws a single statement. */
export function executeStatementRequest(random: SeededRandom, shape: TableShape): Request {
  const isRead = random.percent(50)
  const { Statement, ...parameters } = drawStatement(random, shape, { isRead, ofOneItem: false })
  const input = {
    Statement: perhapsMisspelt(random, String(Statement)),
    ...parameters,
    ...(isRead && random.percent(30) && { Limit: 1 + random.below(4) }),
    ...(isRead && random.percent(30) && { ConsistentRead: random.percent(50) }),
    ...(!isRead && random.percent(30) && failureReturns(random)),
    ...(random.percent(40) && { ReturnConsumedCapacity: random.pick(capacityLevels) }),
  }
  return { operation: 'ExecuteStatement', input }
}

/** Draws several statements that run independently of each other. */
export function batchStatementRequest(random: SeededRandom, shapes: readonly TableShape[]): Request {
  const Statements = manyStatements(random, shapes).map((statement) => ({
    ...statement,
    ...(random.percent(20) && { ConsistentRead: random.percent(50) }),
    ...(random.percent(20) && failureReturns(random)),
  }))
  return { operation: 'BatchExecuteStatement', input: { Statements, ...returns(random) } }
}

/** Draws several statements that all succeed or all fail. */
export function transactStatementRequest(random: SeededRandom, shapes: readonly TableShape[]): Request {
  const TransactStatements = manyStatements(random, shapes).map((statement) => ({
    ...statement,
    ...(random.percent(20) && failureReturns(random)),
  }))
  return { operation: 'ExecuteTransaction', input: { TransactStatements, ...returns(random) } }
}

function failureReturns(random: SeededRandom): Json {
  return { ReturnValuesOnConditionCheckFailure: random.pick(['ALL_OLD', 'NONE']) }
}

function returns(random: SeededRandom): Json {
  return random.percent(40) ? { ReturnConsumedCapacity: random.pick(capacityLevels) } : {}
}

/** Draws statements that may be combined: all of them read, or all of them write. */
function manyStatements(random: SeededRandom, shapes: readonly TableShape[]): Json[] {
  const isRead = random.percent(40)
  return Array.from({ length: 1 + random.below(4) }, () =>
    drawStatement(random, random.pick(shapes), { isRead: random.percent(98) === isRead, ofOneItem: true }),
  )
}

interface Wanted {
  readonly isRead: boolean
  /** Whether a SELECT names a whole key, as it must when combined with others. */
  readonly ofOneItem: boolean
}

function drawStatement(random: SeededRandom, shape: TableShape, { isRead, ofOneItem }: Wanted): Json {
  const scope = new StatementScope(random, shape)
  const writes = [
    insertText,
    insertText,
    updateText,
    updateText,
    deleteText,
    ...(ofOneItem ? [existsText] : []),
  ]
  const draw = isRead ? selectText : random.pick(writes)
  const Statement = draw(scope, ofOneItem && random.percent(97))
  return { Statement, ...(scope.parameters.length > 0 && { Parameters: scope.parameters }) }
}

function selectText(scope: StatementScope, ofOneItem: boolean): string {
  const { random, shape } = scope
  const index =
    !ofOneItem && shape.indexes.length > 0 && random.percent(40) ? random.pick(shape.indexes) : undefined
  const columns = random.percent(60) ? '*' : columnsText(scope)
  const source = `"${shape.name}"${index === undefined ? '' : `."${index.name}"`}`
  const select = `${keyword(random, 'SELECT')} ${columns} ${keyword(random, 'FROM')} ${source}`
  if (ofOneItem) return `${select} WHERE ${itemCondition(scope)}`
  const isQuery = random.percent(70)
  const conditions = [
    ...(isQuery ? [keyConditions(scope, index)] : []),
    ...(random.percent(40) ? [perhapsEnclosed(random, statementCondition(scope))] : []),
  ]
  const where = conditions.length === 0 ? '' : ` ${keyword(random, 'WHERE')} ${conditions.join(' AND ')}`
  const { hash, range } = index ?? shape
  const ordered = isQuery && random.percent(15) ? random.pick([...hash, ...range]) : undefined
  const order = ordered === undefined ? '' : ` ORDER BY ${scope.name(ordered.name)}${direction(random)}`
  return `${select}${where}${order}`
}

function direction(random: SeededRandom): string {
  return random.pick(['', ' ASC', ' DESC'])
}

function columnsText(scope: StatementScope): string {
  const { random } = scope
  return Array.from({ length: 1 + random.below(3) }, () => scope.path(scope.attribute())).join(', ')
}

function perhapsEnclosed(random: SeededRandom, text: string): string {
  return random.percent(60) ? `(${text})` : text
}

/** Returns an EXISTS check, which only a transaction can make. */
function existsText(scope: StatementScope): string {
  const { random, shape } = scope
  return `${keyword(random, 'EXISTS')}(SELECT * FROM "${shape.name}" WHERE ${writeCondition(scope)})`
}

/** Returns an INSERT with the item written out or with its values as parameters. */
function insertText(scope: StatementScope): string {
  const { random, shape } = scope
  const item = generateItem(random, shape)
  const start = `${keyword(random, 'INSERT')} INTO "${shape.name}" VALUE`
  const written = random.percent(30) ? structText(item) : undefined
  if (written !== undefined) return `${start} ${written}`
  const members = Object.entries(item).map(
    ([name, value]) => `${quoted(name)}: ${scope.value(value as Json)}`,
  )
  return `${start} {${members.join(', ')}}`
}

function deleteText(scope: StatementScope): string {
  const { random, shape } = scope
  const returning = random.percent(25) ? ' RETURNING ALL OLD *' : ''
  return `${keyword(random, 'DELETE')} FROM "${shape.name}" WHERE ${writeCondition(scope)}${returning}`
}

/** Returns the condition that names the item of a write, sometimes with a condition on the item. */
function writeCondition(scope: StatementScope): string {
  const { random } = scope
  const key = itemCondition(scope)
  return random.percent(30) ? `${key} AND ${perhapsEnclosed(random, statementCondition(scope))}` : key
}

function updateText(scope: StatementScope): string {
  const { random, shape } = scope
  const count = random.percent(60) ? 1 : 1 + random.below(3)
  const changes = Array.from({ length: count }, () => changeText(scope)).join(' ')
  const where = writeCondition(scope)
  const images = random.pick(['ALL OLD', 'ALL NEW', 'MODIFIED OLD', 'MODIFIED NEW'])
  const returning = random.percent(35) ? ` RETURNING ${images} *` : ''
  if (random.percent(90)) {
    return `${keyword(random, 'UPDATE')} "${shape.name}" ${changes} WHERE ${where}${returning}`
  }
  return `${keyword(random, 'UPDATE')} "${shape.name}" -- a note\n${changes} /* another */ WHERE ${where}${returning}`
}

function changeText(scope: StatementScope): string {
  const { random } = scope
  const attribute = scope.writableAttribute()
  if (random.percent(25)) return `${keyword(random, 'REMOVE')} ${scope.path(attribute)}`
  return `${keyword(random, 'SET')} ${assignment(scope, attribute)}`
}

function assignment(scope: StatementScope, attribute: string): string {
  const { random } = scope
  const type = scope.types[attribute]
  const target = scope.path(attribute)
  if ((type === 'SS' || type === 'NS' || type === 'BS') && random.percent(50)) {
    const members = random.percent(95) ? valueOfType(random, type) : scope.literalFor('str')
    return `${target} = ${random.pick(['set_add', 'set_delete'])}(${target}, ${scope.value(members)})`
  }
  if (type === 'L' && random.percent(40)) {
    const parts = random.shuffle([scope.path(attribute), scope.value(valueOfType(random, 'L', 1))])
    return `${target} = list_append(${parts.join(', ')})`
  }
  if (type === 'N' && random.percent(50)) {
    return `${target} = ${scope.path('num')} ${random.pick(['+', '-'])} ${scope.valueFor('num')}`
  }
  if (random.percent(10))
    return `${target} = if_not_exists(${scope.path(attribute)}, ${scope.valueFor(attribute)})`
  if (random.percent(10)) return `${target} = ${scope.path(scope.attribute())}`
  return `${target} = ${scope.valueFor(attribute)}`
}
