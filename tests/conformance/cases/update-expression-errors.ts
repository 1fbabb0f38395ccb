import { refused } from '../build-case.ts'
import type { ConformanceCase, Value } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { placeholders } from '../evaluate.ts'
import { matching } from '../matchers.ts'
import { alternator, dynalite, floci, local, parity, reported } from '../sources.ts'
import { BOOL, L, M, N, NULL, S, SS } from '../values.ts'

interface Row {
  readonly expression: string
  readonly message: string
  readonly source: string
  readonly values?: { readonly [name: string]: Value }
  readonly names?: { readonly [name: string]: string }
}

const v = { ':v': N(1) }
const syntaxError = (token: string, near: string): string =>
  `Syntax error; token: "${token}", near: "${near}"`
const overlap = (one: string, two: string): string =>
  `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`
const conflict = (one: string, two: string): string =>
  `Two document paths conflict with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`
const once = (section: string): string =>
  `The "${section}" section can only be used once in an update expression;`
const operand = (name: string, type: string): string =>
  `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`
const count = (name: string, operands: number): string =>
  `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${operands}`
const needsPath = 'Operator or function requires a document path; operator or function: if_not_exists'

const rows: readonly Row[] = [
  { expression: '', message: 'The expression can not be empty;', source: parity },
  { expression: 'INVALID SYNTAX HERE', message: syntaxError('INVALID', 'INVALID SYNTAX'), source: parity },
  {
    expression: 'SET l[4294967295] = :v',
    values: v,
    message: 'List index is not within the allowable range; index: [4294967295]',
    source: reported,
  },
  { expression: 'SET a = :v SET b = :v', values: v, message: once('SET'), source: parity },
  { expression: 'REMOVE a SET b = :v REMOVE c', values: v, message: once('REMOVE'), source: alternator },
  { expression: 'ADD a :v ADD b :v', values: v, message: once('ADD'), source: alternator },
  {
    expression: 'DELETE a :v DELETE b :v',
    values: { ':v': SS('x') },
    message: once('DELETE'),
    source: alternator,
  },
  { expression: 'SET a = :v, a = :v', values: v, message: overlap('[a]', '[a]'), source: alternator },
  { expression: 'SET a = :v REMOVE a', values: v, message: overlap('[a]', '[a]'), source: alternator },
  {
    expression: 'SET #a = :v, a = :v',
    values: v,
    names: { '#a': 'a' },
    message: overlap('[a]', '[a]'),
    source: alternator,
  },
  {
    expression: 'SET mapx = :v, mapx.num = :v',
    values: v,
    message: overlap('[mapx]', '[mapx, num]'),
    source: parity,
  },
  {
    expression: 'SET a.b.c.d.e = :v, a.b = :v',
    values: v,
    message: overlap('[a, b, c, d, e]', '[a, b]'),
    source: alternator,
  },
  {
    expression: 'SET lst = :v, lst[0] = :v',
    values: v,
    message: overlap('[lst]', '[lst, [0]]'),
    source: parity,
  },
  {
    expression: 'SET lst[0] = :v, lst[0].ok = :v',
    values: v,
    message: overlap('[lst, [0]]', '[lst, [0], ok]'),
    source: parity,
  },
  { expression: 'ADD a :v REMOVE a', values: v, message: overlap('[a]', '[a]'), source: alternator },
  {
    expression: 'SET a.b = :v, a[1] = :v',
    values: v,
    message: conflict('[a, b]', '[a, [1]]'),
    source: alternator,
  },
  {
    expression: 'SET a.b.c = :v, a.b[2] = :v',
    values: v,
    message: conflict('[a, b, c]', '[a, b, [2]]'),
    source: alternator,
  },
  {
    expression: 'REMOVE a.#c SET a[1] = :v',
    values: v,
    names: { '#c': 'c' },
    message: conflict('[a, c]', '[a, [1]]'),
    source: dynalite,
  },
  {
    expression: 'SET a = if_not_exist(b, :v)',
    values: v,
    message: 'Invalid function name; function: if_not_exist',
    source: dynalite,
  },
  {
    expression: 'SET a = LIST_APPEND(b, :v)',
    values: v,
    message: 'Invalid function name; function: LIST_APPEND',
    source: alternator,
  },
  {
    expression: 'SET a = contains(b, :v)',
    values: v,
    message: 'The function is not allowed in an update expression; function: contains',
    source: parity,
  },
  {
    expression: 'SET a = size(b)',
    message: 'The function is not allowed in an update expression; function: size',
    source: parity,
  },
  {
    expression: 'SET a = attribute_exists(b)',
    message: 'The function is not allowed in an update expression; function: attribute_exists',
    source: parity,
  },
  {
    expression: 'SET a = list_append(list_append(b, c), d)',
    message: 'The function is not allowed to be used this way in an expression; function: list_append',
    source: parity,
  },
  { expression: 'SET a = if_not_exists(if_not_exists(a, b), c)', message: needsPath, source: parity },
  { expression: 'SET a = if_not_exists(:v, b)', values: v, message: needsPath, source: alternator },
  { expression: 'SET a = if_not_exists(a)', message: count('if_not_exists', 1), source: dynalite },
  { expression: 'SET a = list_append(a)', message: count('list_append', 1), source: alternator },
  { expression: 'SET a = list_append(a, b, c)', message: count('list_append', 3), source: alternator },
  {
    expression: 'SET a = list_append(a, :v)',
    values: { ':v': S('x') },
    message: operand('list_append', 'S'),
    source: alternator,
  },
  {
    expression: 'SET a = list_append(:v, a)',
    values: { ':v': SS('x') },
    message: operand('list_append', 'SS'),
    source: dynalite,
  },
  { expression: 'SET a = a + :v', values: { ':v': S('1') }, message: operand('+', 'S'), source: alternator },
  { expression: 'SET a = :v - a', values: { ':v': L(N(1)) }, message: operand('-', 'L'), source: alternator },
  {
    expression: 'SET a = :v + a',
    values: { ':v': BOOL(true) },
    message: operand('+', 'BOOL'),
    source: dynalite,
  },
  { expression: 'SET a = a - :v', values: { ':v': NULL }, message: operand('-', 'NULL'), source: dynalite },
  { expression: 'SET a = a + :v', values: { ':v': M({}) }, message: operand('+', 'M'), source: dynalite },
  { expression: 'ADD numx', message: syntaxError('<EOF>', 'numx'), source: parity },
  { expression: 'ADD numx 1', message: syntaxError('1', 'numx 1'), source: parity },
  { expression: 'DELETE setx a', message: syntaxError('a', 'setx a'), source: parity },
  { expression: 'SET note = :v +', values: v, message: syntaxError('<EOF>', '+'), source: parity },
  { expression: 'SET note = numx * :v', values: v, message: syntaxError('*', 'numx * :v'), source: parity },
  {
    expression: 'SET #list[0.#comment = :v',
    values: v,
    names: { '#list': 'l', '#comment': 'c' },
    message: syntaxError('.', '0.#comment'),
    source: parity,
  },
  { expression: 'SET _123 = :v', values: v, message: syntaxError('_', 'SET _123'), source: alternator },
  {
    expression: 'SET abOrt = :v',
    values: v,
    message: 'Attribute name is a reserved keyword; reserved keyword: abOrt',
    source: dynalite,
  },
  {
    expression: 'SET a = name',
    message: 'Attribute name is a reserved keyword; reserved keyword: name',
    source: dynalite,
  },
  {
    expression: 'REMOVE m.status',
    message: 'Attribute name is a reserved keyword; reserved keyword: status',
    source: dynalite,
  },
  {
    expression: 'SET #n = :v',
    values: v,
    message: 'An expression attribute name used in the document path is not defined; attribute name: #n',
    source: parity,
  },
  {
    expression: 'SET a = :w',
    message: 'An expression attribute value used in expression is not defined; attribute value: :w',
    source: parity,
  },
  {
    expression: 'SET a = if_not_exists(:w, b)',
    message: 'An expression attribute value used in expression is not defined; attribute value: :w',
    source: alternator,
  },
]

const known = rows.map((row) =>
  refused(
    {
      name: `update refused: ${row.expression || '(empty)'}${row.values ? ` with ${JSON.stringify(row.values)}` : ''}`,
      source: row.source,
      operation: 'UpdateItem',
    },
    { TableName: '«hash»', Key: { pk: S('k') }, UpdateExpression: row.expression, ...placeholders(row) },
    enveloped(`Invalid UpdateExpression: ${row.message}`),
  ),
)

const inTransaction = rows
  .filter((_row, at) => at % 4 === 2)
  .map((row) =>
    refused(
      {
        name: `update in a transaction refused: ${row.expression}${row.values ? ` with ${JSON.stringify(row.values)}` : ''}`,
        source: row.source,
        operation: 'TransactWriteItems',
      },
      {
        TransactItems: [
          {
            Update: {
              TableName: '«hash»',
              Key: { pk: S('k') },
              UpdateExpression: row.expression,
              ...placeholders(row),
            },
          },
        ],
      },
      invalid(`Invalid UpdateExpression: ${row.message}`),
    ),
  )

const malformed: readonly string[] = [
  'SET',
  'SET a',
  'SET a =',
  'SET a = :v,',
  'SET , a = :v',
  'SET a = :v, REMOVE b',
  'a = :v',
  'SET :v = a',
  'SET a = :v + :v + :v',
  'SET a = :v b = :v',
  'SET a = if_not_exists(c, :v + :v)',
  'SET (a = :v)',
  'SET a = (b.c).d + :v',
  'SET (a) = :v',
  'SET a[:v] = :v',
  'SET a[#v] = :v',
  'SET a[1.5] = :v',
  'SET a = :v AND b = :v',
  'SET a = "x"',
  'SET a = 5',
  'SET hi-there = :v',
  'SET hi$there = :v',
  'SET 123a = :v',
  'REMOVE',
  'REMOVE a b',
  'REMOVE a = :v',
  'REMOVE :v',
  'ADD a',
  'ADD a b',
  'ADD a = :v',
  'ADD a :v + :v',
  'DELETE a',
  'UPDATE a = :v',
]

const syntax = malformed.map((expression) =>
  refused(
    { name: `syntax error in an update: ${expression}`, source: alternator, operation: 'UpdateItem' },
    {
      TableName: '«hash»',
      Key: { pk: S('k') },
      UpdateExpression: expression,
      ExpressionAttributeValues: v,
    },
    invalid(
      matching(
        /^1 validation error detected: Invalid UpdateExpression: Syntax error; token: ".+", near: ".+"$/,
      ),
      matching(/^Invalid UpdateExpression: Syntax error; token: ".+", near: ".+"$/),
    ),
  ),
)

/** Of several mistakes, the kind that is checked first is reported. */
const order: readonly (Row & { readonly name: string })[] = [
  {
    name: 'a reserved word before an unknown function',
    expression: 'SET abort = dog(a)',
    message: 'Attribute name is a reserved keyword; reserved keyword: abort',
    source: dynalite,
  },
  {
    name: 'a repeated section before an undefined name',
    expression: 'SET #n = :v SET b = :v',
    values: v,
    message: once('SET'),
    source: dynalite,
  },
  {
    name: 'an undefined name before an undefined value',
    expression: 'SET #n = :w',
    message: 'An expression attribute name used in the document path is not defined; attribute name: #n',
    source: dynalite,
  },
  {
    name: 'overlapping paths before a conflict',
    expression: 'SET d[1] = a, d.b = a, c[1].a = a, c = a',
    message: overlap('[c, [1], a]', '[c]'),
    source: dynalite,
  },
  {
    name: 'overlapping paths before a wrong operand',
    expression: 'ADD a :v SET a.b = :v',
    values: { ':v': S('x') },
    message: overlap('[a]', '[a, b]'),
    source: dynalite,
  },
]

const orderCases = order.map((row) =>
  refused(
    { name: `order of checks in an update: ${row.name}`, source: row.source, operation: 'UpdateItem' },
    { TableName: '«hash»', Key: { pk: S('k') }, UpdateExpression: row.expression, ...placeholders(row) },
    enveloped(`Invalid UpdateExpression: ${row.message}`),
  ),
)

const both = {
  UpdateExpression: 'SET a = contains(b, :v)',
  ConditionExpression: 'if_not_exists(a, :v) = :v',
  ExpressionAttributeValues: v,
}
/**
 * The message for DELETE names the type set of ADD, too; in the classic wording, and in DynamoDB Local, that of DELETE.
 */
const clauseOperands = [
  { clause: 'ADD', type: 'STRING', value: S('x') },
  { clause: 'ADD', type: 'LIST', value: L(N(1)) },
  { clause: 'ADD', type: 'MAP', value: M({}) },
  { clause: 'ADD', type: 'BOOL', classicType: 'BOOLEAN', value: BOOL(true) },
  { clause: 'ADD', type: 'NULL', value: NULL },
  { clause: 'ADD', type: 'BINARY', value: { B: 'AA==' } },
  { clause: 'DELETE', type: 'STRING', value: S('x') },
  { clause: 'DELETE', type: 'NUMBER', value: N(1) },
  { clause: 'DELETE', type: 'LIST', value: L() },
].flatMap(({ clause, type, classicType = type, value }) => {
  const update = {
    TableName: '«hash»',
    Key: { pk: S('k') },
    UpdateExpression: `${clause} a :v`,
    ExpressionAttributeValues: { ':v': value },
  }
  const text = `Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ${clause}, operand type`
  const classic = `${text}: ${classicType}, typeSet: ALLOWED_FOR_${clause}_OPERAND`
  return [
    refused(
      { name: `${clause} of a ${type} is refused`, source: floci, operation: 'UpdateItem' },
      update,
      invalid(`1 validation error detected: ${text}: ${type}, typeSet: ALLOWED_FOR_ADD_OPERAND`, classic),
    ),
    refused(
      {
        name: `${clause} of a ${type} is refused in a transaction`,
        source: clause === 'ADD' ? floci : local,
        operation: 'TransactWriteItems',
      },
      { TransactItems: [{ Update: update }] },
      invalid(classic),
    ),
  ]
})

const bothFaulty: readonly ConformanceCase[] = [
  refused(
    {
      name: 'UpdateItem reports a faulty condition before a faulty update',
      source: parity,
      operation: 'UpdateItem',
    },
    { TableName: '«hash»', Key: { pk: S('k') }, ...both },
    invalid(
      '1 validation error detected: Invalid ConditionExpression: The function is not allowed in a condition expression; function: if_not_exists',
      matching(
        /^Invalid (Condition|Update)Expression: The function is not allowed in an? (condition|update) expression/,
      ),
    ),
  ),
  refused(
    {
      name: 'a transaction reports a faulty update before a faulty condition',
      source: parity,
      operation: 'TransactWriteItems',
    },
    { TransactItems: [{ Update: { TableName: '«hash»', Key: { pk: S('k') }, ...both } }] },
    invalid(
      'Invalid UpdateExpression: The function is not allowed in an update expression; function: contains',
    ),
  ),
]

export const updateExpressionErrors: readonly ConformanceCase[] = [
  ...known,
  ...inTransaction,
  ...syntax,
  ...orderCases,
  ...clauseOperands,
  ...bothFaulty,
]
