import { step } from '../build-case.ts'
import type { ConformanceCase, Item } from '../case.ts'
import { invalid, notFound } from '../errors.ts'
import { any } from '../matchers.ts'
import { documentation, floci, local, parity } from '../sources.ts'
import { fails, refusals, runs, selections, statement } from '../statement-case.ts'
import { B, BOOL, L, M, N, NULL, S, SS } from '../values.ts'

const items: readonly Item[] = ['1', '2', '3'].map((sk) => ({
  pk: S('a'),
  sk: S(sk),
  x: S(`x${sk}`),
  l: L(S('p'), L(N(1), N(2))),
  m: M({ k: L(S('c'), N(2)), 'a b': S('spaced') }),
}))
const others: readonly Item[] = [
  { pk: S('b'), sk: S('1'), x: S('y1') },
  { pk: S('b'), sk: S('2'), x: S('y2') },
]
const given = { range: [...items, ...others] }
const reference = documentation('PartiQL select statements for DynamoDB')

const named = (pk: string, ...sks: string[]): Item[] => sks.map((sk) => ({ pk: S(pk), sk: S(sk) }))
const first = (...columns: Item[]): Item[] => [Object.assign({}, ...columns)]

/** The names of columns, and which columns are omitted. */
const columns: readonly ConformanceCase[] = [
  ...selections(
    { source: reference, given },
    {
      "SELECT * FROM \"«range»\" WHERE pk = 'a' AND sk = '2'": items.slice(1, 2),
      "SELECT pk, sk FROM \"«range»\" WHERE pk = 'a' AND sk = '2'": named('a', '2'),
      'select "x" from "«range»" where "pk" = \'a\' and "sk" = \'2\'': [{ x: S('x2') }],
    },
  ),
  ...selections(
    { source: floci, given },
    {
      "SELECT m.k[0] FROM \"«range»\" WHERE pk = 'a' AND sk = '1'": first({ 'k[0]': S('c') }),
      "SELECT l[-0] FROM \"«range»\" WHERE pk = 'a' AND sk = '1'": first({ 'l[0]': S('p') }),
      "SELECT l[2147483647] FROM \"«range»\" WHERE pk = 'a' AND sk = '1'": [{}],
    },
  ),
  ...selections(
    { source: reference, given },
    {
      'SELECT m."a b", l[1][0] FROM "«range»" WHERE pk = \'a\' AND sk = \'1\'': first({
        'a b': S('spaced'),
        'l[1][0]': N(1),
      }),
      "SELECT m['k'][1] FROM \"«range»\" WHERE pk = 'a' AND sk = '1'": first({ 'k[1]': N(2) }),
      'SELECT nope FROM "«range»" WHERE pk = \'b\'': [{}, {}],
    },
  ),
  ...refusals(
    { source: local },
    {
      'SELECT sk, sk FROM "«range»"': invalid('Duplicate identifiers in select clause: sk'),
      'SELECT m.k, k FROM "«range»"': invalid('Duplicate identifiers in select clause: k'),
      'SELECT m, m.k FROM "«range»"': invalid(
        'Two document paths overlap with each other; must remove or rewrite one of these paths; ' +
          'path one: [m, k], path two: [m]',
      ),
      'SELECT sk AS s FROM "«range»"': invalid('Aliasing is not supported'),
      'SELECT m.* FROM "«range»"': invalid("Changing item's hierarchy while reading isn't supported"),
      'SELECT VALUE sk FROM "«range»"': invalid("Select projection doesn't support value or pivot keywords"),
      'SELECT DISTINCT sk FROM "«range»"': invalid('Unsupported token in expression: DISTINCT'),
      'SELECT COUNT(*) FROM "«range»"': invalid('Unexpected path component at 1:8:5'),
      'SELECT size(l) FROM "«range»"': invalid('Unexpected path component at 1:8:4'),
      'SELECT 1 FROM "«range»"': invalid('Unexpected path component at 1:8:1'),
      'SELECT l[1+1] FROM "«range»"': invalid('Unexpected path component at 1:11:1'),
      'SELECT pk.a FROM "«range»"': invalid(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk",
      ),
      'SELECT * FROM "«range»", "«hash»"': invalid('Only select from a single table or index is supported.'),
      'SELECT * FROM (SELECT * FROM "«range»")': invalid('Unexpected from source'),
    },
  ),
  ...refusals(
    { source: floci },
    {
      'SELECT l[-1] FROM "«range»"': invalid(
        'List index is not within the allowable range; index: [-1] at 1:11:1',
      ),
      'SELECT l[2147483648] FROM "«range»"': invalid(
        'List index is not within the allowable range; index: [2147483648] at 1:10:10',
      ),
    },
  ),
]

/** What a SELECT reads, and in which order. */
const planned: readonly ConformanceCase[] = [
  ...selections(
    { source: reference, given },
    {
      'SELECT pk, sk FROM "«range»" WHERE pk = \'a\'': named('a', '1', '2', '3'),
      "SELECT pk, sk FROM \"«range»\" WHERE pk = 'a' AND sk > '1' AND sk < '3'": named('a', '2'),
      "SELECT pk, sk FROM \"«range»\" WHERE pk = 'a' AND sk BETWEEN '2' AND '3'": named('a', '2', '3'),
      "SELECT pk, sk FROM \"«range»\" WHERE pk = 'a' AND begins_with(sk, '3')": named('a', '3'),
      "SELECT pk, sk FROM \"«range»\" WHERE pk = 'a' AND x = 'x2'": named('a', '2'),
      "SELECT pk, sk FROM \"«range»\" WHERE pk = 'b' OR pk = 'a'": [
        ...named('a', '1', '2', '3'),
        ...named('b', '1', '2'),
      ],
      "SELECT pk, sk FROM \"«range»\" WHERE pk IN ['b', 'nobody', 'a']": [
        ...named('a', '1', '2', '3'),
        ...named('b', '1', '2'),
      ],
      'SELECT pk, sk FROM "«range»" WHERE pk IN (\'b\')': named('b', '1', '2'),
      "SELECT pk, sk FROM \"«range»\" WHERE (pk = 'b' AND sk = '2') OR (pk = 'a' AND sk = '3')": [
        ...named('a', '3'),
        ...named('b', '2'),
      ],
      'SELECT pk, sk FROM "«range»" WHERE pk = \'a\' ORDER BY sk DESC': named('a', '3', '2', '1'),
      'SELECT pk, sk FROM "«range»" WHERE pk = \'a\' ORDER BY sk ASC': named('a', '1', '2', '3'),
      "SELECT pk, sk FROM \"«range»\" WHERE pk IN ['a', 'b'] ORDER BY pk DESC, sk DESC": [
        ...named('b', '2', '1'),
        ...named('a', '3', '2', '1'),
      ],
    },
  ),
  ...selections(
    { source: floci, given },
    {
      "SELECT sk FROM \"«range»\" WHERE pk = 'b' AND (sk = '2' OR sk = '1')": [
        { sk: S('1') },
        { sk: S('2') },
      ],
      "SELECT sk FROM \"«range»\" WHERE pk = 'b' AND sk IN ['2', '1']": [{ sk: S('1') }, { sk: S('2') }],
      "SELECT sk FROM \"«range»\" WHERE pk = 'b' AND (sk < '1' OR sk > '1' OR sk = '1')": [
        { sk: S('1') },
        { sk: S('2') },
      ],
      "SELECT sk FROM \"«range»\" WHERE pk = 'b' AND sk <> '1'": [{ sk: S('2') }],
      "SELECT sk FROM \"«range»\" WHERE pk = 'b' AND sk > '0' AND sk <> '1'": [{ sk: S('2') }],
      "SELECT sk FROM \"«range»\" WHERE pk = 'b' AND sk = '1' AND sk > '0'": [{ sk: S('1') }],
      'SELECT sk FROM "«range»" WHERE pk > 1': [],
    },
  ),
  ...selections(
    { source: local, given },
    {
      "SELECT pk, sk FROM \"«range»\" WHERE pk = 'a' AND sk > '3' AND sk < '1'": [],
      "SELECT pk, sk FROM \"«range»\" WHERE pk = 'a' AND pk = 'b'": [],
      "SELECT pk, sk FROM \"«range»\" WHERE 'b' = pk AND '1' = sk": named('b', '1'),
      'SELECT pk, sk FROM "«range»" WHERE x = \'y2\'': named('b', '2'),
    },
  ),
]

const overlapping = invalid('Overlapping conditions with range keys are not supported in where clause')
const mismatched = (key: string) =>
  invalid(`Key attribute's data type should match its data type in table's schema: Key ${key}`)
const list = (count: number): string => Array.from({ length: count }, (_, index) => `'v${index}'`).join(', ')

/** Branches of a WHERE must not overlap, unless a range key is left to filter by, which makes it a Scan. */
const branches: readonly ConformanceCase[] = [
  ...refusals(
    { source: floci, given },
    {
      "SELECT sk FROM \"«range»\" WHERE pk IN ['a', 'a']": overlapping,
      "SELECT sk FROM \"«range»\" WHERE pk = 'a' OR pk = 'a'": overlapping,
      "SELECT sk FROM \"«range»\" WHERE pk = 'a' AND (sk > '0' OR sk < '5')": overlapping,
      "SELECT sk FROM \"«range»\" WHERE pk = 'a' AND (sk = '1' OR x = 'x2')": overlapping,
      "SELECT sk FROM \"«range»\" WHERE (pk = 'a' AND x = '1') OR (pk = 'a' AND x = '2')": overlapping,
      'SELECT sk FROM "«range»" WHERE pk = 1 OR pk = \'a\'': mismatched('pk'),
      "SELECT sk FROM \"«range»\" WHERE pk = 'a' AND sk IN ['1', 2]": mismatched('sk'),
    },
  ),
  ...[
    `pk IN [${list(51)}]`,
    `pk = 'a' AND sk IN [${list(51)}]`,
    `pk IN [${list(26)}] AND sk IN ['1', '2']`,
  ].map((where, position) => ({
    name: `more than 50 reads are too many (${position + 1})`,
    source: floci,
    steps: [
      fails(
        `SELECT sk FROM "«range»" WHERE ${where}`,
        invalid('Too many decomposed read operations for a given query.'),
      ),
    ],
  })),
  {
    name: '50 reads, and a hundred values to filter by, are not too many',
    source: floci,
    given,
    steps: [
      step(
        'ExecuteStatement',
        statement(`SELECT sk FROM "«range»" WHERE pk IN [${list(50)}] AND x IN [${list(100)}]`),
        { Items: [], NextToken: any },
      ),
      runs(`SELECT sk FROM "«range»" WHERE pk IN [${list(51)}] OR x = 'y1'`, [{ sk: S('1') }]),
      fails(
        `SELECT sk FROM "«range»" WHERE pk = 'a' AND x IN [${list(101)}]`,
        invalid('The IN operator is provided with too many operands; number of operands: 101'),
      ),
    ],
  },
  ...selections(
    { source: parity, given },
    {
      "SELECT sk FROM \"«range»\" WHERE pk = 'a' AND NOT sk = '1' OR pk = 'a' AND sk = '2'": [
        { sk: S('2') },
        { sk: S('3') },
      ],
      "SELECT sk FROM \"«range»\" WHERE pk = 'a' AND NOT sk IN ['1', '3'] OR pk = 'a' AND sk = '2'": [
        { sk: S('2') },
      ],
      "SELECT sk FROM \"«range»\" WHERE pk = 'b' OR pk = 'b' AND NOT sk = '1'": [
        { sk: S('1') },
        { sk: S('2') },
      ],
    },
  ),
  ...refusals(
    { source: parity, given },
    {
      "SELECT * FROM \"«range»\" WHERE pk = 'a' AND x <> '1' OR pk = 'a' AND sk = '2'": overlapping,
    },
  ),
]

/** The requirements of ORDER BY. */
const order: readonly ConformanceCase[] = refusals(
  { source: local, given },
  {
    'SELECT sk FROM "«range»" ORDER BY sk': invalid(
      'Must have WHERE clause in the statement when using ORDER BY clause.',
    ),
    'SELECT sk FROM "«range»" WHERE x = \'1\' ORDER BY sk': invalid(
      'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.',
    ),
    'SELECT sk FROM "«range»" WHERE pk = \'a\' ORDER BY m.k': invalid(
      'Argument to ORDER BY must be of type VariableReference. Type: PATH',
    ),
  },
)

const everything: Item = {
  pk: S('every'),
  b: B('AQID'),
  flag: BOOL(true),
  nul: NULL,
  ss: SS('a', 'b'),
}

/** Literals and parameters. */
const values: readonly ConformanceCase[] = [
  {
    name: 'parameters of all types',
    source: documentation('PartiQL for DynamoDB: parameters'),
    given: { hash: [everything] },
    steps: [
      runs('SELECT * FROM "«hash»" WHERE pk = ? AND b = ?', [everything], S('every'), B('AQID')),
      runs(
        'SELECT * FROM "«hash»" WHERE pk = ? AND ss = ? AND nul = ?',
        [everything],
        S('every'),
        SS('b', 'a'),
        NULL,
      ),
      runs('SELECT pk FROM "«hash»" WHERE pk IN [?, ?]', [{ pk: S('every') }], S('every'), S('nobody')),
    ],
  },
  {
    name: 'numbers in all spellings',
    source: parity,
    given: { hashN: [{ pk: N('7310000') }, { pk: N('7.3') }, { pk: N('-7.3') }] },
    steps: [
      ...['7.31e6', '7.31E6', '7.31e+6', '731e4', '73100000e-1', '7310000', '+7310000', '- -7310000'].map(
        (text) => runs(`SELECT pk FROM "«hashN»" WHERE pk = ${text}`, [{ pk: N('7310000') }]),
      ),
      runs('SELECT pk FROM "«hashN»" WHERE pk = .73e1', [{ pk: N('7.3') }]),
      runs('SELECT pk FROM "«hashN»" WHERE pk = -.73e1', [{ pk: N('-7.3') }]),
    ],
  },
  {
    name: 'comments and a semicolon are ignored',
    source: parity,
    given: { hash: [{ pk: S('a--b /*c*/') }] },
    steps: [
      runs('-- a note\nSELECT/**/* FROM "«hash»" /* a\nnote */ WHERE pk = \'a--b /*c*/\'; -- done', [
        { pk: S('a--b /*c*/') },
      ]),
    ],
  },
  {
    name: 'two quotes in a string stand for one',
    source: local,
    given: { hash: [{ pk: S("it's") }] },
    steps: [runs("SELECT pk FROM \"«hash»\" WHERE pk = 'it''s'", [{ pk: S("it's") }])],
  },
  {
    name: 'too few parameters are refused, too many are not',
    source: local,
    given: { hash: [{ pk: S('a') }] },
    steps: [
      fails(
        'SELECT * FROM "«hash»" WHERE pk = ?',
        invalid("Number of parameters in request and statement don't match."),
      ),
      runs('SELECT * FROM "«hash»" WHERE pk = \'a\'', [{ pk: S('a') }], S('unused')),
    ],
  },
  {
    name: 'a table that is not there',
    source: parity,
    steps: [
      { operation: 'ExecuteStatement', input: statement('SELECT * FROM "«absent»"'), error: notFound },
      fails(
        'SELECT * FROM "«absent»" WHERE',
        invalid("Statement wasn't well formed, can't be processed: Unexpected term"),
      ),
      fails(
        'SELECT pk FROM "«absent»" WHERE pk = ? AND val < ?',
        invalid(
          'Incorrect operand type for operator or function; operator or function: <, operand type: BOOL',
        ),
        S('x'),
        BOOL(true),
      ),
    ],
  },
]

export const partiqlSelect: readonly ConformanceCase[] = [
  ...columns,
  ...planned,
  ...branches,
  ...order,
  ...values,
]
