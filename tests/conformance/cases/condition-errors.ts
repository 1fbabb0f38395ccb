import { refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Value } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { placeholders } from '../evaluate.ts'
import { matching } from '../matchers.ts'
import { alternator, auxStorage, dynalite, extendDb, local, parity } from '../sources.ts'
import { N, S } from '../values.ts'

interface Row {
  readonly expression: string
  readonly message: string
  readonly source: string
  readonly values?: { readonly [name: string]: Value }
  readonly names?: { readonly [name: string]: string }
}

const v = { ':v': S('x') }
const n = { ':n': N(1) }
const syntaxError = (token: string, near: string): string =>
  `Syntax error; token: "${token}", near: "${near}"`
const notThisWay = (name: string): string =>
  `The function is not allowed to be used this way in an expression; function: ${name}`
const count = (name: string, operands: number): string =>
  `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${operands}`
const operand = (name: string, type: string): string =>
  `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`
const distinct = (operator: string, path: string): string =>
  `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: ${path}`
const needsPath = (name: string): string =>
  `Operator or function requires a document path; operator or function: ${name}`
const reserved = (word: string): string => `Attribute name is a reserved keyword; reserved keyword: ${word}`
const undefinedName = (name: string): string =>
  `An expression attribute name used in the document path is not defined; attribute name: ${name}`
const undefinedValue = (name: string): string =>
  `An expression attribute value used in expression is not defined; attribute value: ${name}`
const redundant = 'The expression has redundant parentheses;'

const rows: readonly Row[] = [
  { expression: '', message: 'The expression can not be empty;', source: alternator },
  { expression: '((a = :v))', values: v, message: redundant, source: parity },
  { expression: '((a = :v AND b = :v))', values: v, message: redundant, source: extendDb },
  { expression: '((a)) = :v', values: v, message: redundant, source: dynalite },
  { expression: 'a = ((:v))', values: v, message: redundant, source: dynalite },
  { expression: 'NOT ((a = :v))', values: v, message: redundant, source: dynalite },
  { expression: 'dog(a)', message: 'Invalid function name; function: dog', source: alternator },
  { expression: 'a = f(b)', message: 'Invalid function name; function: f', source: alternator },
  {
    expression: 'ATTRIBUTE_EXISTS(a)',
    message: 'Invalid function name; function: ATTRIBUTE_EXISTS',
    source: alternator,
  },
  {
    expression: 'Contains(a, :v)',
    values: v,
    message: 'Invalid function name; function: Contains',
    source: alternator,
  },
  { expression: 'size(a)', message: notThisWay('size'), source: parity },
  { expression: 'NOT size(a)', message: notThisWay('size'), source: dynalite },
  {
    expression: 'attribute_exists(a) = :v',
    values: v,
    message: notThisWay('attribute_exists'),
    source: alternator,
  },
  { expression: 'a = contains(b, :v)', values: v, message: notThisWay('contains'), source: dynalite },
  { expression: 'size(contains(a, :v)) = :v', values: v, message: notThisWay('contains'), source: parity },
  { expression: 'a IN (attribute_exists(b))', message: notThisWay('attribute_exists'), source: dynalite },
  {
    expression: 'if_not_exists(a, :v) = :v',
    values: v,
    message: 'The function is not allowed in a condition expression; function: if_not_exists',
    source: parity,
  },
  {
    expression: 'list_append(a, b) = :v',
    values: v,
    message: 'The function is not allowed in a condition expression; function: list_append',
    source: parity,
  },
  { expression: 'count = :v', values: v, message: reserved('count'), source: parity },
  { expression: 'a = COUNT', message: reserved('COUNT'), source: parity },
  { expression: 'm.COMMENT = :v', values: v, message: reserved('COMMENT'), source: parity },
  { expression: 'a = :v AND abOrT = :v', values: v, message: reserved('abOrT'), source: dynalite },
  { expression: '#n = :v', values: v, message: undefinedName('#n'), source: alternator },
  { expression: 'a = :undefined', message: undefinedValue(':undefined'), source: parity },
  { expression: ':w = #n', message: undefinedValue(':w'), source: dynalite },
  { expression: '#n = :w', message: undefinedName('#n'), source: dynalite },
  { expression: 'a = :w AND #n = :v', values: v, message: undefinedValue(':w'), source: dynalite },
  { expression: 'contains(a)', message: count('contains', 1), source: parity },
  { expression: 'contains(a, :v, :v)', values: v, message: count('contains', 3), source: parity },
  { expression: 'begins_with(a, :v, :v)', values: v, message: count('begins_with', 3), source: parity },
  { expression: 'attribute_exists(a, b)', message: count('attribute_exists', 2), source: dynalite },
  { expression: 'attribute_not_exists(a, b)', message: count('attribute_not_exists', 2), source: dynalite },
  { expression: 'attribute_type(a)', message: count('attribute_type', 1), source: dynalite },
  { expression: 'size(a, b) = :v', values: v, message: count('size', 2), source: alternator },
  { expression: 'a = a', message: distinct('=', '[a]'), source: dynalite },
  { expression: 'a <> a', message: distinct('<>', '[a]'), source: dynalite },
  { expression: 'a.b[1] < a.b[1]', message: distinct('<', '[a, b, [1]]'), source: dynalite },
  { expression: '#a = a', names: { '#a': 'a' }, message: distinct('=', '[a]'), source: dynalite },
  { expression: 'contains(a, a)', message: distinct('contains', '[a]'), source: parity },
  {
    expression: 'contains(#a, #b)',
    names: { '#a': 'x', '#b': 'x' },
    message: distinct('contains', '[x]'),
    source: parity,
  },
  { expression: 'begins_with(a, a)', message: distinct('begins_with', '[a]'), source: dynalite },
  {
    expression: 'attribute_exists(:v)',
    values: v,
    message: needsPath('attribute_exists'),
    source: alternator,
  },
  {
    expression: 'attribute_not_exists(:v)',
    values: v,
    message: needsPath('attribute_not_exists'),
    source: dynalite,
  },
  { expression: 'attribute_exists(size(a))', message: needsPath('attribute_exists'), source: dynalite },
  {
    expression: 'attribute_type(a, :n)',
    values: n,
    message: operand('attribute_type', 'N'),
    source: dynalite,
  },
  { expression: 'begins_with(a, :n)', values: n, message: operand('begins_with', 'N'), source: extendDb },
  { expression: 'begins_with(:n, a)', values: n, message: operand('begins_with', 'N'), source: alternator },
  { expression: 'begins_with(a, size(b))', message: operand('begins_with', 'N'), source: dynalite },
  { expression: 'size(:n) = :n', values: n, message: operand('size', 'N'), source: dynalite },
  { expression: 'size(size(a)) = :n', values: n, message: operand('size', 'N'), source: dynalite },
  {
    expression: ':n < :b',
    values: { ...n, ':b': { BOOL: true } },
    message: operand('<', 'BOOL'),
    source: extendDb,
  },
  { expression: 'attribute_type()', message: syntaxError(')', '()'), source: parity },
  { expression: 'a = = b', message: syntaxError('=', '= = b'), source: parity },
  { expression: 'attribute_not_exists(', message: syntaxError('<EOF>', '('), source: parity },
  { expression: 'a =', message: syntaxError('<EOF>', '='), source: parity },
  {
    expression: '#list[] = :v',
    values: v,
    names: { '#list': 'l' },
    message: syntaxError(']', '[] ='),
    source: parity,
  },
  {
    expression: '#list[abc] = :v',
    values: v,
    names: { '#list': 'l' },
    message: syntaxError('abc', '[abc]'),
    source: parity,
  },
  {
    expression: '#list[-1] = :v',
    values: v,
    names: { '#list': 'l' },
    message: syntaxError('-', '[-1'),
    source: parity,
  },
]

const put = { TableName: '«hash»', Item: { pk: S('k') } }
const inPut = rows.map((row) =>
  refused(
    { name: `condition refused: ${row.expression || '(empty)'}`, source: row.source, operation: 'PutItem' },
    { ...put, ConditionExpression: row.expression, ...placeholders(row) },
    enveloped(`Invalid ConditionExpression: ${row.message}`),
  ),
)

/** Reads return the same messages without an envelope; for a filter they begin with its name. */
const inScan = rows
  .filter((_row, at) => at % 3 === 0)
  .map((row) =>
    refused(
      { name: `filter refused: ${row.expression || '(empty)'}`, source: row.source, operation: 'Scan' },
      { TableName: '«hash»', FilterExpression: row.expression, ...placeholders(row) },
      invalid(`Invalid FilterExpression: ${row.message}`),
    ),
  )

/** Transactions return the same messages without an envelope, as the error of the whole request. */
const inTransaction = rows
  .filter((_row, at) => at % 3 === 1)
  .map((row) =>
    refused(
      {
        name: `condition check refused: ${row.expression}`,
        source: row.source,
        operation: 'TransactWriteItems',
      },
      {
        TransactItems: [
          {
            ConditionCheck: {
              TableName: '«hash»',
              Key: { pk: S('k') },
              ConditionExpression: row.expression,
              ...placeholders(row),
            },
          },
        ],
      },
      invalid(`Invalid ConditionExpression: ${row.message}`),
    ),
  )

/** Syntax errors of which only the beginning of the message is known. */
const malformed: readonly string[] = [
  'a',
  'a.b',
  ':v',
  'a = :v AND',
  'a = :v OR',
  'AND a = :v',
  'NOT',
  'a != :v',
  'a == :v',
  'a = "x"',
  "a = 'x'",
  'a = 1',
  'a IN ()',
  'a IN :v',
  'a IN (:v,)',
  'a BETWEEN :v',
  'a BETWEEN :v AND',
  'a BETWEEN :v OR :v',
  'a = :v b = :v',
  '(a = :v',
  'a = :v)',
  'a..b = :v',
  '.a = :v',
  'a. = :v',
  'a[4.5] = :v',
  'a[:v] = :v',
  'a[0 = :v',
  'a-b = :v',
  'ü = :v',
  '_a = :v',
  '1a = :v',
  ':v.x = :v',
  'size(a).b = :v',
  'a = # AND b = :v',
  'a = : AND b = :v',
  'a = :v;',
  'attribute_exists a',
  'attribute_exists(a',
  'a = :v AND NOT',
  '$a = :v',
]

const beginsWithSyntaxError: ExpectedError = invalid(
  matching(
    /^1 validation error detected: Invalid ConditionExpression: Syntax error; token: ".+", near: ".+"$/s,
  ),
  matching(/^Invalid ConditionExpression: Syntax error; token: ".+", near: ".+"$/s),
)

const syntax = malformed.map((expression) =>
  refused(
    { name: `syntax error in a condition: ${expression}`, source: dynalite, operation: 'PutItem' },
    { ...put, ConditionExpression: expression, ExpressionAttributeValues: v },
    beginsWithSyntaxError,
  ),
)

/** Of several mistakes, the kind that is checked first is reported, wherever it occurs. */
const order: readonly (Row & { readonly name: string })[] = [
  {
    name: 'syntax before reserved words',
    expression: 'count = :v AND AND',
    values: v,
    message: syntaxError('AND', 'AND AND'),
    source: dynalite,
  },
  {
    name: 'redundant parentheses before an unknown function',
    expression: 'dog(a) AND ((a = :v))',
    values: v,
    message: redundant,
    source: dynalite,
  },
  {
    name: 'a misused function before an unknown one, as written',
    expression: 'size(a) AND dog(a)',
    message: notThisWay('size'),
    source: local,
  },
  {
    name: 'an unknown function before a misused one, as written',
    expression: 'dog(a) AND size(a)',
    message: 'Invalid function name; function: dog',
    source: local,
  },
  {
    name: 'a reserved word before an unknown function, as written',
    expression: 'count = :v AND dog(a)',
    values: v,
    message: reserved('count'),
    source: local,
  },
  {
    name: 'an unknown function before a reserved word, as written',
    expression: 'dog(a) AND count = :v',
    values: v,
    message: 'Invalid function name; function: dog',
    source: local,
  },
  {
    name: 'redundant parentheses before a reserved word',
    expression: 'count = :v AND ((a = :v))',
    values: v,
    message: redundant,
    source: local,
  },
  {
    name: 'a reserved word before an undefined value',
    expression: 'a = :w AND count = :v',
    values: v,
    message: reserved('count'),
    source: local,
  },
  {
    name: 'an unknown function before the number of operands',
    expression: 'contains(a) AND dog(a)',
    message: 'Invalid function name; function: dog',
    source: local,
  },
  {
    name: 'a reserved word before an undefined name',
    expression: '#n = :v AND count = :v',
    values: v,
    message: reserved('count'),
    source: dynalite,
  },
  {
    name: 'an undefined value before the number of operands',
    expression: 'contains(:w)',
    message: undefinedValue(':w'),
    source: dynalite,
  },
  {
    name: 'the number of operands before their types',
    expression: 'begins_with(:n)',
    values: n,
    message: count('begins_with', 1),
    source: dynalite,
  },
]

const orderCases = order.map((row) =>
  refused(
    { name: `order of checks in a condition: ${row.name}`, source: row.source, operation: 'PutItem' },
    { ...put, ConditionExpression: row.expression, ...placeholders(row) },
    enveloped(`Invalid ConditionExpression: ${row.message}`),
  ),
)

/** The new layer lists types in a fixed order, older layers in that of a hash table. */
const typeNames: readonly {
  readonly expression: string
  readonly values?: { readonly [name: string]: Value }
  readonly message: string
  readonly listed: string
  readonly classicListed: string
}[] = [
  {
    expression: 'attribute_type(a, :v)',
    values: { ':v': S('STRING') },
    message: 'Invalid attribute type name found; type: STRING, valid types',
    listed: '{S,SS,N,NS,B,BS,BOOL,NULL,L,M}',
    classicListed: '{N,BS,L,B,NULL,M,S,SS,NS,BOOL}',
  },
  {
    expression: 'attribute_type(a, b)',
    message:
      'Incorrect operand type for operator or function; operator or function: attribute_type, operand type',
    listed:
      '{S,SS,N,NS,B,BS,BOOL,NULL,L,M,HD,DOUBLE,FLOAT,HDS,FS,DOUBLESET,DICT,DECIMAL,INT,DECIMALSET,INTSET}',
    classicListed:
      '{S,HD,HDS,INT,DECIMAL,M,DICT,NULL,BOOL,INTSET,B,N,L,SS,FS,NS,DOUBLE,BS,DOUBLESET,FLOAT,DECIMALSET}',
  },
]

const typeNameCases = typeNames.flatMap(({ expression, values, message, listed, classicListed }) => [
  refused(
    { name: `condition refused: ${expression}`, source: auxStorage, operation: 'PutItem' },
    { ...put, ConditionExpression: expression, ...placeholders({ ...(values && { values }) }) },
    invalid(
      `1 validation error detected: Invalid ConditionExpression: ${message}: ${listed}`,
      `Invalid ConditionExpression: ${message}: ${classicListed}`,
    ),
  ),
  refused(
    { name: `filter refused: ${expression}`, source: local, operation: 'Scan' },
    { TableName: '«hash»', FilterExpression: expression, ...placeholders({ ...(values && { values }) }) },
    invalid(`Invalid FilterExpression: ${message}: ${classicListed}`),
  ),
])

export const conditionErrors: readonly ConformanceCase[] = [
  ...inPut,
  ...inScan,
  ...inTransaction,
  ...syntax,
  ...orderCases,
  ...typeNameCases,
]
