import { refusal, step } from '../build-case.ts'
import type { ConformanceCase, Item } from '../case.ts'
import { cancelled, conditionFailed, faulty, invalid, parameter } from '../errors.ts'
import { documentation, floci, local, parity } from '../sources.ts'
import { fails, holds, refusals, runs, statement } from '../statement-case.ts'
import { B, BOOL, BS, L, M, N, NS, NULL, S, SS } from '../values.ts'

const key = { pk: S('i') }
const seed: Item = {
  ...key,
  a: N(1),
  b: S('bee'),
  l: L(N(1)),
  m: M({ x: N(1) }),
  ss: SS('a', 'b', 'c'),
  ns: NS(1, 2, 3),
  bs: BS('AQ==', 'Ag=='),
}
const given = { hash: [seed] }
const set = documentation('PartiQL update statements for DynamoDB')

/** An UPDATE of the initial item, and the item afterwards. */
function updates(
  source: string,
  cases: { readonly [clauses: string]: { readonly [name: string]: unknown } },
): ConformanceCase[] {
  return Object.entries(cases).map(([clauses, changed]) => {
    const after = Object.fromEntries(
      Object.entries({ ...seed, ...changed }).filter(([, value]) => value !== undefined),
    ) as Item
    return {
      name: `UPDATE ${clauses}`,
      source,
      given,
      steps: [runs(`UPDATE "«hash»" ${clauses} WHERE pk = 'i'`, []), holds('«hash»', key, after)],
    }
  })
}

const changes: readonly ConformanceCase[] = [
  ...updates(set, {
    'SET a = 2': { a: N(2) },
    "SET a = 2, b = 'x'": { a: N(2), b: S('x') },
    "SET a = 2 SET b = 'x' REMOVE m": { a: N(2), b: S('x'), m: undefined },
    'REMOVE a REMOVE l[0]': { a: undefined, l: L() },
    'SET a = a + 5': { a: N(6) },
    'SET l = list_append(l, [2, 3])': { l: L(N(1), N(2), N(3)) },
    'SET l = list_append([0], l)': { l: L(N(0), N(1)) },
    'SET m.y = 2': { m: M({ x: N(1), y: N(2) }) },
    "SET l[0] = 'z'": { l: L(S('z')) },
    "SET c = {'k': [1, true, null, 's', <<1, 2>>]}": {
      c: M({ k: L(N(1), BOOL(true), NULL, S('s'), NS(1, 2)) }),
    },
  }),
  ...updates(parity, {
    "SET ss = set_add(ss, <<'0', 'z'>>)": { ss: SS('0', 'a', 'b', 'c', 'z') },
    'SET ns = set_add(ns, <<4, 1>>)': { ns: NS(1, 2, 3, 4) },
    "SET ss = SET_ADD(ss, <<'a'>>)": {},
    "SET nss = set_add(nss, <<'x'>>)": { nss: SS('x') },
    "SET ss = set_add(ss, <<'x'>>) SET ns = set_add(ns, <<9>>)": {
      ss: SS('a', 'b', 'c', 'x'),
      ns: NS(1, 2, 3, 9),
    },
    "SET ss = set_delete(ss, <<'a'>>)": { ss: SS('b', 'c') },
    "SET ss = set_delete(ss, <<'a', 'b', 'c'>>)": { ss: undefined },
    "SET ss = set_delete(ss, <<'zz'>>)": {},
    "SET nss = set_delete(nss, <<'a'>>)": {},
  }),
  ...updates(floci, {
    'SET a=a-1': { a: N(0) },
    'SET a = a - - 2, l = [- 1]': { a: N(3), l: L(N(-1)) },
    'SET ns = <<1, 10>>': { ns: NS(1, 10) },
  }),
  ...updates(local, {
    'SET a = (a + 1) + 1': { a: N(3) },
    'SET c = if_not_exists(c, 5)': { c: N(5) },
    'SET c = a': { c: N(1) },
  }),
  {
    name: 'the set to add can be a parameter',
    source: parity,
    given,
    steps: [
      runs('UPDATE "«hash»" SET bs = set_add(bs, ?) WHERE pk = \'i\'', [], BS('AQ==', 'Aw==')),
      holds('«hash»', key, { ...seed, bs: BS('AQ==', 'Ag==', 'Aw==') }),
    ],
  },
]

/** FROM before SET. */
const fromFirst: readonly ConformanceCase[] = [
  {
    name: 'FROM can come first',
    source: parity,
    given,
    steps: [
      runs('from "«hash»" where pk = \'i\' set c = 2 remove a', []),
      runs('FROM "«hash»" WHERE pk = ? AND c = 2 SET b = ?', [], S('i'), S('x')),
      fails('FROM "«hash»" WHERE pk = \'i\' AND c = 9 SET b = 1', conditionFailed),
      fails('FROM "«hash»" WHERE pk = \'absent\' SET b = 1', conditionFailed),
      runs('FROM "«hash»" WHERE pk = \'i\' REMOVE b RETURNING MODIFIED OLD *', [{ b: S('x') }]),
    ],
  },
]

const returned: readonly ConformanceCase[] = [
  {
    name: 'RETURNING returns the item or the changed attributes, before or after the update',
    source: set,
    given: { hash: [{ ...key, a: N(1), b: S('bee') }] },
    steps: [
      runs('UPDATE "«hash»" SET a = 2 WHERE pk = \'i\' RETURNING ALL OLD *', [
        { ...key, a: N(1), b: S('bee') },
      ]),
      runs('UPDATE "«hash»" SET a = 3 WHERE pk = \'i\' RETURNING ALL NEW *', [
        { ...key, a: N(3), b: S('bee') },
      ]),
      runs('UPDATE "«hash»" SET a = 4 WHERE pk = \'i\' RETURNING MODIFIED OLD *', [{ a: N(3) }]),
      runs('UPDATE "«hash»" SET a = 5 WHERE pk = \'i\' RETURNING MODIFIED NEW *', [{ a: N(5) }]),
      runs('UPDATE "«hash»" REMOVE a WHERE pk = \'i\' RETURNING MODIFIED NEW *', []),
      runs('DELETE FROM "«hash»" WHERE pk = \'i\' RETURNING ALL OLD *', [{ ...key, b: S('bee') }]),
      runs('DELETE FROM "«hash»" WHERE pk = \'i\' RETURNING ALL OLD *', []),
    ],
  },
]

const inserts: readonly ConformanceCase[] = [
  {
    name: 'INSERT creates an item, but only once',
    source: documentation('PartiQL insert statements for DynamoDB'),
    steps: [
      runs(
        "INSERT INTO \"«hash»\" VALUE {'pk': 'i', 'a': 1, 'b': ?, 'm': {'l': [1, {'x': <<'y'>>}]}, 'e': ''}",
        [],
        B('AQID'),
      ),
      holds('«hash»', key, {
        ...key,
        a: N(1),
        b: B('AQID'),
        m: M({ l: L(N(1), M({ x: SS('y') })) }),
        e: S(''),
      }),
      fails("INSERT INTO \"«hash»\" VALUE {'pk': 'i'}", {
        name: 'DuplicateItemException',
        message: 'Duplicate primary key exists in table',
      }),
      runs('DELETE FROM "«hash»" WHERE pk = \'i\'', []),
      runs("INSERT INTO \"«hash»\" VALUE {'pk': 'i'}", []),
    ],
  },
  {
    name: 'numbers are kept as they are denoted',
    source: parity,
    steps: [
      runs('INSERT INTO "«hashN»" VALUE {\'pk\': 7.32e6}', []),
      holds('«hashN»', { pk: N('7320000') }, { pk: N('7320000') }),
      runs('INSERT INTO "«hashN»" VALUE {\'pk\': .7325e1}', []),
      holds('«hashN»', { pk: N('7.325') }, { pk: N('7.325') }),
    ],
  },
  ...refusals(
    { source: local },
    {
      'INSERT INTO "«hash»" VALUE {\'a\': 1}': invalid('Key attribute should be present in the item: Key pk'),
      'INSERT INTO "«hash»" VALUE {\'pk\': 1}': invalid(
        "Key attribute's data type should match its data type in table's schema: Key pk",
      ),
      "INSERT INTO \"«hash»\" VALUE {'pk': {'a': 1}}": invalid(
        "Key attribute's data type should match its data type in table's schema: Key pk",
      ),
      'DELETE FROM "«range»" WHERE pk = 1 AND sk = []': invalid(
        'Key value must be of type S, N, or B. Key name: sk, Key type: L',
      ),
      "INSERT INTO \"«hash»\" VALUE {'pk': ''}": invalid(
        'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an ' +
          'empty string value. Key: pk',
      ),
      'DELETE FROM "«hash»" WHERE pk = 1 AND pk.x = 1': invalid(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk",
      ),
      "INSERT INTO \"«hash»\" VALUE {'pk': 'a'} RETURNING ALL OLD *": invalid(
        'RETURNING is not supported in INSERT',
      ),
      "INSERT INTO \"«hash»\" VALUE {'pk': 'a', 'x': <<1, 'a'>>}": invalid(
        'Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags',
      ),
    },
  ),
  ...refusals(
    { source: parity },
    {
      'INSERT INTO "«hash»"."idx" VALUE {\'pk\': \'a\'}': invalid(
        'FROM clause may only contain a single table name in data manipulation statements',
      ),
      'UPDATE "«hash»"."idx" SET a = 1 WHERE pk = \'a\'': invalid(
        'This operation is not supported on an index',
      ),
      'DELETE FROM "«hash»"."idx" WHERE pk = \'a\'': invalid('This operation is not supported on an index'),
    },
  ),
]

/** The meaning of a WHERE in a write. */
const conditions: readonly ConformanceCase[] = [
  {
    name: 'UPDATE never creates an item',
    source: parity,
    steps: [
      fails('UPDATE "«hash»" SET a = 1 WHERE pk = \'i\'', conditionFailed),
      fails('UPDATE "«hash»" SET a = 1 WHERE pk = \'i\' AND attribute_not_exists(pk)', conditionFailed),
      fails("UPDATE \"«hash»\" SET ss = set_add(ss, <<'x'>>) WHERE pk = 'i'", conditionFailed),
      holds('«hash»', key, undefined),
    ],
  },
  {
    name: 'a WHERE clause beyond the key is a condition',
    source: parity,
    given: { hash: [{ ...key, a: N(1) }] },
    steps: [
      runs('UPDATE "«hash»" SET y = 1 WHERE pk = \'i\' AND attribute_not_exists(y)', []),
      fails('UPDATE "«hash»" SET y = 2 WHERE pk = \'i\' AND attribute_not_exists(y)', conditionFailed),
      fails('DELETE FROM "«hash»" WHERE pk = \'i\' AND attribute_exists(nope)', conditionFailed),
      runs('DELETE FROM "«hash»" WHERE pk = \'i\' AND (a = 1 OR a = 2)', []),
      holds('«hash»', key, undefined),
    ],
  },
  {
    name: 'deleting a missing item succeeds, whatever its condition',
    source: documentation('PartiQL delete statements for DynamoDB'),
    steps: [
      runs('DELETE FROM "«hash»" WHERE pk = \'i\' AND a = 1', []),
      runs('DELETE FROM "«hash»" WHERE pk = \'i\'', []),
    ],
  },
  {
    name: 'a failed condition can return the item',
    source: local,
    given: { hash: [{ ...key, a: N(1) }] },
    steps: [
      {
        operation: 'ExecuteStatement',
        input: {
          ...statement('UPDATE "«hash»" SET a = 2 WHERE pk = \'i\' AND a = 9'),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
        error: { ...conditionFailed, fields: { Item: { ...key, a: N(1) } } },
      },
    ],
  },
  {
    name: 'key equalities are found inside parentheses',
    source: floci,
    given: { range: [{ pk: S('i'), sk: S('1'), flag: S('x') }] },
    steps: [
      runs("UPDATE \"«range»\" SET a = 2 WHERE (pk = 'i' AND sk = '1') AND flag = 'x'", []),
      runs("UPDATE \"«range»\" SET a = 3 WHERE pk = 'i' AND sk = '1' AND pk = 'i'", []),
      fails(
        "UPDATE \"«range»\" SET a = 4 WHERE pk = 'i' AND sk = '1' AND pk = 'other'",
        invalid('Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported'),
      ),
      holds('«range»', { pk: S('i'), sk: S('1') }, { pk: S('i'), sk: S('1'), flag: S('x'), a: N(3) }),
    ],
  },
  ...refusals(
    { source: local, given },
    {
      'UPDATE "«hash»" SET a = 1 WHERE pk = \'i\' AND pk IS NULL': invalid(
        'Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported',
      ),
      'DELETE FROM "«hash»" WHERE pk IS NULL': invalid(
        'Key value must be of type S, N, or B. Key name: pk, Key type: NULL',
      ),
    },
  ),
  ...refusals(
    { source: local, given },
    Object.fromEntries(
      [
        'UPDATE "«hash»" SET a = 1',
        'UPDATE "«hash»" SET a = 1 WHERE a = 1',
        "UPDATE \"«hash»\" SET a = 1 WHERE pk = 'i' OR pk = 'j'",
        'UPDATE "«hash»" SET a = 1 WHERE pk IN [\'i\']',
        'UPDATE "«hash»" SET a = 1 WHERE pk > \'i\'',
        'DELETE FROM "«hash»"',
        'DELETE FROM "«hash»" WHERE NOT pk = \'i\'',
        'DELETE FROM "«range»" WHERE pk = \'i\'',
        "DELETE FROM \"«range»\" WHERE pk = 'i' AND sk > '1'",
      ].map((text) => [
        text,
        invalid('Where clause does not contain a mandatory equality on all key attributes'),
      ]),
    ),
  ),
]

const wrongType = invalid('An operand in the update expression has an incorrect data type')

const refusedUpdates: readonly ConformanceCase[] = (
  [
    [
      local,
      "SET pk = 'x'",
      invalid(parameter('Cannot update attribute pk. This attribute is part of the key')),
    ],
    [
      local,
      'SET z.y = 1',
      invalid('The document path provided in the update expression is invalid for update'),
    ],
    [
      local,
      'SET z = nope',
      invalid('The provided expression refers to an attribute that does not exist in the item'),
    ],
    [
      local,
      'SET a = 1, a = 2',
      invalid(
        'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]',
      ),
    ],
    [local, 'SET a = a * 2', invalid('Unsupported operator in Update Expression. Operator: *')],
    [
      local,
      'SET a = size(l)',
      invalid('The function is not allowed in an update expression; function: size'),
    ],
    [local, 'SET a = (a IS NULL)', invalid('IS operator is not supported in update expressions')],
    [parity, 'SET ss = set_add(ss, <<1>>)', wrongType],
    [parity, "SET a = set_add(a, <<'x'>>)", wrongType],
    [parity, 'SET ss = set_delete(ss, <<1>>)', wrongType],
    [
      parity,
      "SET ss = set_add(ss, <<'x', 'x'>>)",
      invalid(parameter('Input collection [x, x] contains duplicates.')),
    ],
    [
      floci,
      'SET ns = set_add(ns, <<2, 2.0>>)',
      invalid(parameter('Input collection [2, 2.0] contains duplicates! under root')),
    ],
    [parity, 'SET ss = set_add(ss, <<>>)', invalid('Empty bags are not supported')],
    [
      floci,
      "SET a = 'a' + 1",
      invalid('Incorrect operand type for operator or function; operator or function: +, operand type: S'),
    ],
    [
      floci,
      'SET a = a - null',
      invalid('Incorrect operand type for operator or function; operator or function: -, operand type: NULL'),
    ],
    [
      parity,
      'SET a = 1e-131',
      invalid(
        'Number underflow. Attempting to store a number with magnitude smaller than supported range under root',
      ),
    ],
    [
      floci,
      `SET d = ${"{'a':".repeat(32)}1${'}'.repeat(32)}`,
      invalid(`Nesting Levels have exceeded supported limits under root${'.a'.repeat(32)}`),
    ],
    [
      floci,
      `SET d = {'a':${'['.repeat(31)}1${']'.repeat(31)}}`,
      invalid(`Nesting Levels have exceeded supported limits under root.a${'[0]'.repeat(31)}`),
    ],
  ] as const
).map(([source, clauses, error]) => ({
  name: `UPDATE ${clauses.slice(0, 60)} is refused`,
  source,
  given,
  steps: [fails(`UPDATE "«hash»" ${clauses} WHERE pk = 'i'`, error), holds('«hash»', key, seed)],
}))

const deepest = (levels: number): Item[string] =>
  Array.from({ length: levels }).reduce<Item[string]>((inner) => M({ a: inner }), S('x'))

const limits: readonly ConformanceCase[] = [
  {
    name: 'an update can make an item too deep',
    source: floci,
    given: { hash: [{ ...key, m: M({}) }] },
    steps: [
      fails(
        'UPDATE "«hash»" SET m.deep = ? WHERE pk = \'i\'',
        invalid('Nesting Levels have exceeded supported limits'),
        deepest(31),
      ),
    ],
  },
  {
    name: 'a parameter of 32 levels is accepted, but cannot be stored in an item',
    source: floci,
    given: { hash: [key] },
    steps: [
      runs('SELECT * FROM "«hash»" WHERE pk = \'i\' AND v = ?', [], deepest(32)),
      ...[
        'UPDATE "«hash»" SET v = ? WHERE pk = \'i\'',
        "INSERT INTO \"«hash»\" VALUE {'pk': 'new', 'v': ?}",
      ].map((text) => fails(text, invalid('Nesting Levels have exceeded supported limits'), deepest(32))),
      refusal(
        'ExecuteTransaction',
        {
          TransactStatements: [
            statement('UPDATE "«hash»" SET x = 1 WHERE pk = \'i\''),
            statement("INSERT INTO \"«hash»\" VALUE {'pk': 'new', 'v': ?}", deepest(32)),
          ],
        },
        cancelled(undefined, faulty('Nesting Levels have exceeded supported limits')),
      ),
    ],
  },
  {
    name: 'an item of exactly 400 KB passes',
    source: parity,
    given: { hash: [key] },
    steps: [
      runs("INSERT INTO \"«hash»\" VALUE {'pk': ?, 'p': ?}", [], S('k'), S('x'.repeat(409_600 - 4))),
      fails(
        "INSERT INTO \"«hash»\" VALUE {'pk': ?, 'p': ?}",
        invalid('Item size has exceeded the maximum allowed size'),
        S('l'),
        S('x'.repeat(409_600 - 3)),
      ),
      runs('UPDATE "«hash»" SET p = ? WHERE pk = ?', [], S('x'.repeat(409_600 - 4)), S('i')),
      fails(
        'UPDATE "«hash»" SET p = ? WHERE pk = ?',
        invalid('Item size to update has exceeded the maximum allowed size'),
        S('x'.repeat(409_600 - 3)),
        S('i'),
      ),
    ],
  },
  {
    name: 'units of statements',
    source: documentation('PartiQL for DynamoDB: consumed capacity'),
    given: { hash: [key] },
    steps: [
      step(
        'ExecuteStatement',
        { ...statement('SELECT * FROM "«hash»" WHERE pk = \'i\''), ReturnConsumedCapacity: 'TOTAL' },
        {
          Items: [key],
          ConsumedCapacity: { TableName: '«hash»', CapacityUnits: 0.5 },
        },
      ),
      step(
        'ExecuteStatement',
        {
          ...statement("SELECT * FROM \"«hash»\" WHERE pk IN ['i', 'j', 'k']"),
          ConsistentRead: true,
          ReturnConsumedCapacity: 'INDEXES',
        },
        {
          Items: [key],
          ConsumedCapacity: { TableName: '«hash»', CapacityUnits: 3, Table: { CapacityUnits: 3 } },
        },
      ),
      step(
        'ExecuteStatement',
        { ...statement('UPDATE "«hash»" SET a = 1 WHERE pk = \'i\''), ReturnConsumedCapacity: 'TOTAL' },
        {
          Items: [],
          ConsumedCapacity: { TableName: '«hash»', CapacityUnits: 1 },
        },
      ),
    ],
  },
]

export const partiqlWrites: readonly ConformanceCase[] = [
  ...changes,
  ...fromFirst,
  ...returned,
  ...inserts,
  ...conditions,
  ...refusedUpdates,
  ...limits,
]
