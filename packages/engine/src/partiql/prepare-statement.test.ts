import { describe, expect, it } from 'vitest'
import { prepareStatement } from './prepare-statement.ts'

/** Returns the message with which a statement is refused. */
function refusal(text: string): string {
  try {
    prepareStatement(text)
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

const unformed = (detail: string) => `Statement wasn't well formed, can't be processed: ${detail}`

/** As seen on AWS (paritysuite, floci) and in DynamoDB Local; positions count from 1. */
const refused: [string, string][] = [
  ["SELECT * FROM Tab WHERE pk = 'i' AND EXISTS(ss)", 'Unrecognized function: exists at 1:38:6'],
  ["SELECT * FROM Tab WHERE set_add(ss, <<'x'>>) = ss", 'Unrecognized function: set_add at 1:25:7'],
  [
    "INSERT INTO Tab VALUE {'pk': 'i', 'ss': set_add(<<'a'>>, <<'b'>>)}",
    'Unsupported data type: set_add under key root at 1:41:7',
  ],
  [
    'UPDATE Tab SET t = set_add(ss, <<1>>)',
    'The first argument to SET_ADD must equal the assignment value at 1:20:7',
  ],
  [
    'UPDATE Tab SET ss = set_add(<<1>>, <<1>>)',
    'The first argument to SET_ADD must equal the assignment value at 1:21:7',
  ],
  [
    "UPDATE Tab SET ss = set_add(ss, 'x')",
    'The second argument to SET_ADD must be a value with type SET at 1:29:2',
  ],
  [
    "UPDATE Tab\nSET BandMembers = set_add(BandMembers, 'x')",
    'The second argument to SET_ADD must be a value with type SET at 2:27:11',
  ],
  [
    'UPDATE Tab SET "ss" = set_delete("ss", [1])',
    'The second argument to SET_DELETE must be a value with type SET at 1:34:4',
  ],
  ['UPDATE Tab SET ss = set_add(ss)', 'SET_ADD must have exactly two arguments at 1:21:7'],
  ['UPDATE Tab SET ss = set_add(ss, <<1>>, <<2>>)', 'SET_ADD must have exactly two arguments at 1:21:7'],
  ['UPDATE Tab SET x = [?]', 'Unsupported data type: Parameter under key root[0] at 1:21:1'],
  ["INSERT INTO Tab VALUE {'m': {'k': ?}}", 'Unsupported data type: Parameter under key root.k at 1:35:1'],
  ["INSERT INTO Tab VALUE {'a': 1, 'a': 2}", 'Duplicate keys in tuple. Key: a under root at 1:32:3'],
  [
    'INSERT INTO Tab VALUE {a: 1}',
    'Tuple keys must be of type String. Actual type: VariableReference under root at 1:24:1',
  ],
  [
    'INSERT INTO Tab VALUE {1: 1}',
    'Tuple keys must be of type String. Actual type: INT under root at 1:24:1',
  ],
  ["INSERT INTO Tab VALUE {'': 1}", 'Path component cannot be an empty string'],
  [
    "INSERT INTO Tab VALUE {'x': <<true>>}",
    'Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags at 1:31:4',
  ],
  ["INSERT INTO Tab VALUE {'x': missing}", 'Unsupported data type: MISSING under key root at 1:29:7'],
  ["INSERT INTO Tab VALUE {'x': 1+1}", 'Unsupported data type: plus under key root at 1:30:1'],
  ["INSERT INTO Tab VALUE {'x': ? - ?}", 'Unsupported data type: minus under key root at 1:31:1'],
  [
    "INSERT INTO Tab VALUE {'x': 'a' || 'b', 'y': 1}",
    'Unsupported data type: concat under key root at 1:33:2',
  ],
  ["INSERT INTO Tab VALUE {'x': size('ab')}", 'Unsupported data type: size under key root at 1:29:4'],
  [
    "INSERT INTO Tab VALUE {'x': CAST((1) AS STRING), 'y': 1}",
    'Unsupported data type: cast under key root at 1:29:4',
  ],
  ["INSERT INTO Tab VALUE {'x': CAST((1)", unformed('Expected RIGHT_CURLY')],
  [
    "INSERT INTO Tab VALUE {'x': `2020T`}",
    'Ion Literals are not supported: TIMESTAMP under key root at 1:29:7',
  ],
  ...['1d0', '-1.5', '1. ', '1d \n x'].map((ion): [string, string] => [
    `INSERT INTO Tab VALUE {'x': \`${ion}\`}`,
    `Ion Literals are not supported: DECIMAL under key root at 1:29:${ion.length + 2}`,
  ]),
  ["INSERT INTO Tab VALUE {'x': -0.0}", 'Negative zero decimal is not supported under key root at 1:30:3'],
  [
    "INSERT INTO Tab VALUE 'a'",
    'Unsupported format in item expression. Please use struct format {...} to express item values for insert statement. at 1:23:3',
  ],
  [
    'SELECT * FROM Tab WHERE x IS INTEGER',
    'Unsupported data type for IS operator: INTEGER. Supported data types are [MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST] at 1:27:2',
  ],
  ...['`list`', "'list'", '"list"', 'name'].map((type): [string, string] => [
    `SELECT * FROM Tab WHERE x IS ${type}`,
    unformed('Expected type name'),
  ]),
  ['SELECT * FROM Tab WHERE a = 1 LIMIT 5', 'Unsupported clause: LIMIT at 1:37:1'],
  ['SELECT * FROM Tab WHERE a = 1 GROUP BY a', 'Unsupported clause: GROUP BY'],
  ['SELECT * FROM Tab WHERE a = 1 HAVING a = 1', 'Unsupported clause: HAVING at 1:40:1'],
  [
    'SELECT * FROM Tab WHERE a = 1 AND CASE WHEN b THEN c END',
    'Unsupported token in expression: CASE at 1:35:4',
  ],
  ['SELECT * FROM Tab WHERE x = (SELECT a FROM Tab)', 'Unsupported token in expression: SELECT at 1:30:6'],
  ['SELECT * FROM Tab WHERE n > -?', 'Unsupported operator in Condition Expression. Operator: -'],
  ['SELECT a.*.b FROM Tab', 'Unpivot path component like a.*.b are not supported'],
  [
    'SELECT *, a FROM Tab',
    unformed(
      "Other expressions may not be present in the select list when '*' is used without dot notation.",
    ),
  ],
  ['SELECT', unformed('Unexpected term')],
  ['SELECT *', unformed('Expected FROM after SELECT list')],
  ['SELECT a, FROM Tab', unformed('Expected data manipulation')],
  ['SELECT * FROM Tab WHERE (a = 1', unformed('Expected RIGHT_PAREN')],
  ['SELECT * FROM Tab WHERE a IN [1', unformed('Expected RIGHT_BRACKET')],
  ['SELECT * FROM Tab WHERE a = {1: 2', unformed('Expected RIGHT_CURLY')],
  ['SELECT * FROM Tab WHERE ()', unformed('Expression group cannot be empty')],
  ['SELECT user FROM Tab', unformed('Unexpected keyword')],
  ['DELETE Tab', unformed('Expected FROM after DELETE')],
  ['UPDATE Tab', unformed('Expected data manipulation')],
  ['UPDATE Tab SET', unformed('Expected identifier for simple path')],
  ['UPDATE Tab SET a', unformed("Expected '='")],
  ['UPDATE Tab REMOVE a, b', unformed('Unexpected token after expression')],
  ['INSERT Tab', unformed('Unexpected keyword')],
  ['INSERT INTO Tab', unformed('Unexpected term')],
  ['?', 'Unsupported operation: Parameter'],
]

describe('prepareStatement', () => {
  it.each(refused)('refuses %s', (text, message) => {
    expect(refusal(text)).toBe(message)
  })

  // It would not finish if the number of steps were quadratic in the length.
  it.each([
    ['digits', `${'1'.repeat(300_000)}x`, 'SYMBOL'],
    ['blanks', `1d${' '.repeat(300_000)}\n x`, 'DECIMAL'],
  ])('an Ion literal of very many %s is refused like a short one', (_, ion, type) => {
    expect(refusal(`INSERT INTO Tab VALUE {'x': \`${ion}\`}`)).toContain(
      `Ion Literals are not supported: ${type}`,
    )
  })

  it.each(["IN ('select')", "IN ('SELECT', 'from')", "IN ['select']"])(
    '%s is a list of words',
    (condition) => {
      const statement = prepareStatement(`SELECT * FROM Tab WHERE a ${condition}`)
      expect(statement).toMatchObject({ where: { kind: 'IN' } })
    },
  )

  it('numbers the values in the order of the text', () => {
    const statement = prepareStatement("UPDATE Tab SET a = ?, b = 'x' WHERE pk = ? AND n IN [1, ?]")
    expect(statement).toMatchObject({
      kind: 'update',
      tableName: 'Tab',
      parameters: 3,
      slots: [
        { parameter: 0 },
        { literal: { S: 'x' } },
        { parameter: 1 },
        { literal: { N: '1' } },
        { parameter: 2 },
      ],
    })
  })

  it('names columns by the last name of their path', () => {
    expect(prepareStatement('SELECT a, b.c[1][2], d[0].e, f[\'g h\'] FROM "T-1"."i.x"')).toMatchObject({
      kind: 'select',
      tableName: 'T-1',
      indexName: 'i.x',
      columns: [
        { name: 'a', path: ['a'] },
        { name: 'c[1][2]', path: ['b', 'c', 1, 2] },
        { name: 'e', path: ['d', 0, 'e'] },
        { name: 'g h', path: ['f', 'g h'] },
      ],
    })
  })

  it('accepts names that are special in JavaScript', () => {
    expect(
      prepareStatement("INSERT INTO Tab VALUE {'__proto__': 1, 'constructor': {'__proto__': 2}}"),
    ).toMatchObject({
      attributes: [
        ['__proto__', { slot: 0 }],
        ['constructor', { slot: 1 }],
      ],
    })
  })

  it('returns the same statement for the same text', () => {
    const text = 'SELECT * FROM Tab WHERE remembered = 1'
    expect(prepareStatement(text)).toBe(prepareStatement(text))
  })

  it.each([
    `SELECT * FROM Tab WHERE ${'('.repeat(4_000)}`,
    `SELECT * FROM Tab WHERE ${'('.repeat(4_000)}a = 1${')'.repeat(4_000)}`,
    `SELECT * FROM Tab WHERE ${'NOT '.repeat(2_000)}a = 1`,
    `SELECT * FROM Tab WHERE a = ${'['.repeat(4_000)}`,
    `SELECT * FROM Tab WHERE a = ${"{'a':".repeat(1_500)}`,
    `SELECT * FROM Tab WHERE a = ${'- '.repeat(4_000)}1`,
    `SELECT * FROM Tab WHERE a${' = a'.repeat(2_000)}`,
    `SELECT * FROM Tab WHERE a = 1${' + 1'.repeat(2_000)}`,
    `SELECT ${'SELECT '.repeat(1_000)}`,
    `SELECT ${'size('.repeat(1_500)}`,
    `SELECT a${'[a'.repeat(3_000)}`,
  ])('ends in an error at once, however deep: %#', (text) => {
    expect(refusal(text)).toBe(unformed('Expressions are nested too deeply'))
  })

  it('keeps mistakes in columns until the table is known', () => {
    const fault = 'Unexpected path component at 1:8:16'
    expect(prepareStatement('SELECT attribute_exists(ss) FROM Tab')).toMatchObject({ columnsFault: fault })
    expect(refusal('EXISTS(SELECT size(ss) FROM Tab)')).toBe('Unexpected path component at 1:15:4')
  })

  it('accepts long chains that are not deep', () => {
    expect(refusal(`SELECT * FROM Tab WHERE ${'a = 1 AND '.repeat(100)}a = 1`)).toBe('accepted')
    expect(refusal(`SELECT * FROM Tab WHERE ${'a = 1 AND '.repeat(800)}a = 1`)).toBe(
      'The expression contains too many operators; operator count: 301',
    )
    expect(refusal(`SELECT ${Array.from({ length: 1_000 }, (_, i) => `a${i}`).join(', ')} FROM Tab`)).toBe(
      'accepted',
    )
  })
})
