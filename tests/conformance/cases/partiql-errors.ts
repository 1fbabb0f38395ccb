import type { ConformanceCase, ExpectedError } from '../case.ts'
import { invalid, maxLength, minLength, violation } from '../errors.ts'
import { matching } from '../matchers.ts'
import { documentation, floci, local, parity } from '../sources.ts'
import { fails, refusals, statement } from '../statement-case.ts'
import { L, M, N, NS, NULL, S, SS } from '../values.ts'

const unformed = (detail: string): ExpectedError =>
  invalid(`Statement wasn't well formed, can't be processed: ${detail}`)

const leftOver = unformed('Unexpected token after expression')
const alias = invalid('Aliasing is not supported')
const term = unformed('Unexpected term')
const keyless = invalid('Where clause does not contain a mandatory equality on all key attributes')

/** Ion literals, none of which are accepted, with the type name in each error. */
const ionTypes: Readonly<Record<string, string>> = {
  null: 'NULL',
  'null.int': 'INT',
  true: 'BOOL',
  nan: 'FLOAT',
  '-inf': 'FLOAT',
  '0x1F': 'INT',
  '1_000': 'INT',
  "'''text'''": 'STRING',
  '{{ "text" }}': 'CLOB',
  'a::1': 'INT',
  "a :: 'b c' :: [1]": 'LIST',
  nano: 'SYMBOL',
}

const grammar: readonly ConformanceCase[] = [
  ...refusals(
    { source: parity },
    {
      'SELECT * FROM "«hashN»" WHERE pk = 1 foo': leftOver,
      'SELECT * FROM "«hashN»" WHERE pk = 1 e5': leftOver,
      'INSERT INTO "«hashN»" VALUE {\'pk\': 1} foo': leftOver,
      'UPDATE "«hashN»" SET a = 9 WHERE pk = 1 foo': leftOver,
      'DELETE FROM "«hashN»" WHERE pk = 1 foo': leftOver,
      'SELECT * FROM "«hashN»" WHERE pk = 1)': leftOver,
      'DELETE FROM "«hashN»" WHERE pk = 1 ORDER BY pk': leftOver,
      'SELECT * FROM "«hashN»" ORDER BY pk WHERE pk = 1': leftOver,
      "INSERT INTO \"«hash»\" t VALUE {'pk': 'x'}": leftOver,
      'FROM "«hash»" SET c = 1 WHERE pk = \'x\'': leftOver,
      'SELECT * FROM "«hash»" t WHERE pk = \'x\'': alias,
      'SELECT * FROM "«hash»" AS t WHERE pk = \'x\'': alias,
      'UPDATE "«hash»" t SET a = 3 WHERE pk = \'x\'': alias,
      'DELETE FROM "«hash»" t WHERE pk = \'x\'': alias,
      'SELECT * FROM "«hashN»" WHERE pk = 1e2147483648': unformed(''),
      'SELECT * FROM "«hashN»" WHERE pk = 1e99999999999': unformed(''),
      'SELECT * FROM "«hashN»" WHERE pk = 1.5e-2147483647': unformed(''),
      'SELECT * FROM "«hashN»" WHERE pk = 1 # note': unformed(''),
      'SELECT * FROM "«hashN»" WHERE pk = 1 /* note': unformed(''),
      'SELECT * FROM "«hash»': unformed(''),
      'SELECT * FROM "«hash»" WHERE': term,
      'SELECT * FROM "«hash»" WHERE;': term,
      'UPDATE "«hash»" SET a = 1 WHERE': term,
      'DELETE FROM "«hash»" WHERE': term,
      'SELECT * FROM "«hash»" WHERE NOT': term,
      'SELECT * FROM "«hash»" WHERE (': term,
      'SELECT * FROM': term,
      'SELECT * FROM "«hash»" WHERE pk = \'p1\' AND': unformed(
        'Missing right-hand side expression of infix operator',
      ),
      'SELECT * FROM "«hash»" WHERE pk = \'p1\' OR': unformed(
        'Missing right-hand side expression of infix operator',
      ),
      'SELECT * FROM "«hash»" WHERE ORDER BY pk': unformed('Unexpected keyword'),
      'SELECT * FROM "«hash»" WHERE IS NULL': unformed('Unexpected operator'),
      'SELECT * FROM "«hash»" WHERE pk = LIKE': unformed('Unexpected operator'),
      'DELETE FROM': unformed('Expected identifier for simple path'),
      'DELETE FROM;': unformed('Expected identifier for simple path'),
      "DELETE FROM WHERE pk = 'a'": unformed('Expected identifier for simple path'),
      'SLECT * FROM "«hash»" WHERE pk = \'x\'': unformed('Expected data manipulation'),
      'x IS DOUBLE PRECISION': invalid('Unsupported operation: IsType'),
      'FROM "«hash»" SET c = 1': keyless,
      'FROM "«hash»" REMOVE a': keyless,
      'FROM "«hash»" WHERE a = 1 SET c = 1': keyless,
    },
  ),
  ...refusals(
    { source: local },
    {
      'CREATE TABLE foo': invalid('Unsupported operation: CreateTable'),
      'DROP TABLE foo': invalid('Unsupported operation: DropTable'),
      foo: invalid('Unsupported operation: VariableReference'),
      '1 + 1': invalid('EXISTS can only be used in ExecuteTransaction write requests.'),
      'EXISTS(SELECT * FROM "«hash»" WHERE pk = \'a\' AND b = 1)': invalid(
        'EXISTS can only be used in ExecuteTransaction write requests.',
      ),
      'SELECT * FROM "ab"': invalid(
        "Table name should be within the length [3, 255] and only contain 'a-z', 'A-Z', '0-9', '-', '_', '.'.",
      ),
      'SELECT * FROM ?': invalid('Unexpected from source'),
      "SELECT * FROM \"«hash»\" WHERE pk = 'a' AND 'b' IS NOT MISSING": invalid(
        'Operator or function requires a document path; operator or function: attribute_not_exists',
      ),
      'SELECT * FROM "«hash»" WHERE pk = \'a\' AND MISSING IS LIST': invalid(
        'The left hand side argument to IS must be a Variable Reference, Literal, or Path',
      ),
      'SELECT * FROM "«hash»" WHERE pk': invalid(
        'WHERE clause must contain an expression that resolves to a boolean',
      ),
      'UPDATE "«hash»" SET a = 1 WHERE pk = \'a\' RETURNING ALL OLD *, ALL NEW *': invalid(
        'Invalid syntax with multiple returning elements in RETURNING clause',
      ),
      'UPDATE "«hash»" SET a = 1 WHERE pk = \'a\' RETURNING ALL NEW pk': invalid(
        "Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause",
      ),
    },
  ),
  ...refusals(
    { source: local },
    Object.fromEntries(
      Object.entries(ionTypes).map(([literal, type]) => [
        `SELECT * FROM "«hash»" WHERE pk = 'x' AND a = \`${literal}\``,
        invalid(
          matching(new RegExp(`^Ion Literals are not supported: ${type} under key root at 1:\\d+:\\d+$`)),
        ),
      ]),
    ),
  ),
  ...refusals(
    { source: parity },
    Object.fromEntries(
      ['MODIFIED OLD', 'ALL NEW', 'MODIFIED NEW'].map((what) => [
        `DELETE FROM "«hash»" WHERE pk = 'x' RETURNING ${what} *`,
        invalid(
          `Invalid returning clause: RETURNING ${what} *. Only RETURNING ALL OLD * is allowed in DELETE statements.`,
        ),
      ]),
    ),
  ),
]

const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range'
const underflow = 'Number underflow. Attempting to store a number with magnitude smaller than supported range'

const literals: readonly ConformanceCase[] = [
  ...refusals(
    { source: parity },
    {
      'SELECT * FROM "«hashN»" WHERE pk = 1e126': invalid(`${overflow} under root`),
      'SELECT * FROM "«hashN»" WHERE pk = 1e-131': invalid(`${underflow} under root`),
      'SELECT * FROM "«hashN»" WHERE pk = 123456789012345678901234567890123456789': invalid(
        'Attempting to store more than 38 significant digits in a Number under root',
      ),
      'INSERT INTO "«hashN»" VALUE {\'pk\': 1e126}': invalid(`${overflow} under root`),
      "INSERT INTO \"«hashN»\" VALUE {'pk': 1, 'm': {'x': 1e126}}": invalid(`${overflow} under root.x`),
      "INSERT INTO \"«hashN»\" VALUE {'pk': 1, 'l': [1, 1e126]}": invalid(`${overflow} under root[1]`),
    },
  ),
]

const unconvertible = 'The parameter cannot be converted to a numeric value'
const nesting =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'
const deep = (levels: number) =>
  Array.from({ length: levels }).reduce<ReturnType<typeof M>>((inner) => M({ n: inner }), S('leaf'))
const anyway = 'SELECT * FROM "«range»" WHERE pk = \'p\' AND n = ?'
const pair = 'SELECT * FROM "«range»" WHERE pk = \'p\' AND x = ? AND y = ?'

const parameters: readonly ConformanceCase[] = [
  {
    name: 'numbers that are none',
    source: parity,
    steps: [
      ...['1e99999999999', '-1e99999999999', '1e2147483648', '1e-2147483648', 'abc'].map((text) =>
        fails(anyway, invalid(`${unconvertible}: ${text}`), N(text)),
      ),
      fails(anyway, invalid(underflow), N('1e2147483647')),
      fails(anyway, invalid(unconvertible), N('')),
      fails(anyway, invalid(`${unconvertible}: 1e99999999999`), L(N(1), N('1e99999999999'))),
      fails(anyway, invalid(`${unconvertible}: 1e99999999999`), NS('1', '1e99999999999')),
    ],
  },
  {
    name: 'the first faulty parameter is reported',
    source: parity,
    steps: [
      fails(pair, invalid(nesting), deep(40), N('abc')),
      fails(pair, invalid(`${unconvertible}: abc`), N('abc'), deep(40)),
    ],
  },
  {
    name: 'parameters are judged before the statement',
    source: floci,
    steps: [
      fails(
        'UPDATE "«range»" SET WHERE',
        invalid('One or more parameter values were invalid: Input collection [a, a] contains duplicates.'),
        SS('a', 'a'),
      ),
      fails(
        "INSERT INTO \"«range»\" VALUE {'pk': 'p', 'sk': '1', 'x': ?}",
        invalid(
          'One or more parameter values were invalid: Null attribute value types must have the value of true',
        ),
        { ...NULL, NULL: false },
      ),
    ],
  },
]

const constraints: readonly ConformanceCase[] = [
  {
    name: 'lengths of statements, parameters and tokens',
    source: documentation('ExecuteStatement'),
    steps: [
      fails('', violation('', 'statement', minLength(1))),
      fails('x'.repeat(8193), violation('x'.repeat(8193), 'statement', maxLength(8192))),
      {
        operation: 'ExecuteStatement',
        input: { Statement: 'SELECT * FROM "«hash»"', Parameters: [] },
        error: violation('[]', 'parameters', minLength(1)),
      },
      {
        operation: 'ExecuteStatement',
        input: { Statement: 'SELECT * FROM "«hash»"', Limit: 0 },
        error: violation('0', 'limit', 'Member must have value greater than or equal to 1'),
      },
      {
        operation: 'ExecuteStatement',
        input: { ...statement('SELECT * FROM "«hash»"'), NextToken: 'abc' },
        error: invalid('Invalid NextToken'),
      },
    ],
  },
  {
    name: 'brackets inside each other end somewhere',
    source: documentation('ExecuteStatement'),
    steps: [
      fails(
        `SELECT * FROM "«hash»" WHERE ${'('.repeat(4000)}`,
        unformed('Expressions are nested too deeply'),
      ),
      fails(
        `SELECT * FROM "«hash»" WHERE ${'NOT '.repeat(2000)}a = 1`,
        unformed('Expressions are nested too deeply'),
      ),
      fails(
        `SELECT * FROM "«hash»" WHERE ${'a = 1 OR '.repeat(300)}a = 1`,
        invalid('The expression contains too many operators; operator count: 301'),
      ),
    ],
  },
]

export const partiqlErrors: readonly ConformanceCase[] = [
  ...grammar,
  ...literals,
  ...parameters,
  ...constraints,
]
