import { refusal, step } from '../build-case.ts'
import type { ConformanceCase, Item } from '../case.ts'
import { invalid, parameter } from '../errors.ts'
import { floci, parity } from '../sources.ts'
import { refusals, runs, selections, statement } from '../statement-case.ts'
import { N, S } from '../values.ts'

const full: Item = { pk: S('p'), sk: S('1'), a: S('a1'), b: N(5), g: S('g'), h: N(7), x: S('x'), z: S('z') }
const bare: Item = { pk: S('p'), sk: S('2'), z: S('z2') }
const given = { indexed: [full, bare] }

const reads: readonly ConformanceCase[] = [
  ...selections(
    { source: parity, given },
    {
      'SELECT sk FROM "«indexed»"."globalAll" WHERE g = \'g\'': [{ sk: S('1') }],
      'SELECT sk FROM "«indexed»"."globalAll" WHERE pk = \'p\'': [{ sk: S('1') }],
      'SELECT * FROM "«indexed»"."globalKeys" WHERE g = \'g\'': [{ pk: S('p'), sk: S('1'), g: S('g') }],
      'SELECT * FROM "«indexed»"."localKeys" WHERE pk = \'p\'': [{ pk: S('p'), sk: S('1'), b: N(5) }],
      'SELECT z FROM "«indexed»"."localKeys" WHERE pk = \'p\'': [{ z: S('z') }],
      'SELECT pk FROM "«indexed»"."globalInclude" WHERE z = \'z\'': [],
      'SELECT pk FROM "«indexed»"."localKeys" WHERE z = \'z\'': [],
      'SELECT sk FROM "«indexed»"."globalKeys" WHERE NOT z = \'z\'': [{ sk: S('1') }],
      "SELECT sk FROM \"«indexed»\".\"globalKeys\" WHERE (g = 'g' AND z = 'z') OR g = 'other'": [],
    },
  ),
  {
    name: 'a local index can be read consistently, a global one cannot',
    source: parity,
    given,
    steps: [
      step(
        'ExecuteStatement',
        { ...statement('SELECT sk FROM "«indexed»"."localAll" WHERE pk = \'p\''), ConsistentRead: true },
        { Items: [{ sk: S('1') }] },
      ),
      refusal(
        'ExecuteStatement',
        { ...statement('SELECT sk FROM "«indexed»"."globalAll" WHERE g = \'g\''), ConsistentRead: true },
        invalid('Strongly consistent read is not supported on Global Secondary Indexes'),
      ),
    ],
  },
  {
    name: 'units are those of the index, and of the table where items are completed',
    source: parity,
    given,
    steps: [
      step(
        'ExecuteStatement',
        {
          ...statement('SELECT z FROM "«indexed»"."localKeys" WHERE pk = \'p\''),
          ReturnConsumedCapacity: 'INDEXES',
        },
        {
          Items: [{ z: S('z') }],
          ConsumedCapacity: {
            TableName: '«indexed»',
            CapacityUnits: 1,
            Table: { CapacityUnits: 0.5 },
            LocalSecondaryIndexes: { localKeys: { CapacityUnits: 0.5 } },
          },
        },
      ),
      step(
        'ExecuteStatement',
        {
          ...statement('SELECT * FROM "«indexed»"."globalKeys" WHERE g = \'g\''),
          ReturnConsumedCapacity: 'INDEXES',
        },
        {
          Items: [{ pk: S('p'), sk: S('1'), g: S('g') }],
          ConsumedCapacity: {
            TableName: '«indexed»',
            CapacityUnits: 0.5,
            Table: { CapacityUnits: 0 },
            GlobalSecondaryIndexes: { globalKeys: { CapacityUnits: 0.5 } },
          },
        },
      ),
    ],
  },
  {
    name: 'an index is read in the order of its own keys',
    source: parity,
    given: { indexed: [full, { ...full, sk: S('0'), h: N(8) }] },
    steps: [
      runs('SELECT h FROM "«indexed»"."globalAll" WHERE g = \'g\' ORDER BY h DESC', [
        { h: N(8) },
        { h: N(7) },
      ]),
      runs('SELECT h FROM "«indexed»"."globalAll" WHERE g = \'g\' AND h > 7', [{ h: N(8) }]),
    ],
  },
]

const unprojected = (names: string, index = 'globalKeys') =>
  invalid(parameter(`Secondary index ${index} does not project one or more filter attributes: [${names}]`))

const refused: readonly ConformanceCase[] = [
  ...refusals(
    { source: parity, given },
    {
      'SELECT x, z FROM "«indexed»"."globalKeys" WHERE g = \'g\'': invalid(
        parameter('Global secondary index globalKeys does not project [x, z]'),
      ),
      'SELECT x FROM "«indexed»"."globalKeys"': invalid(
        parameter('Global secondary index globalKeys does not project [x]'),
      ),
      'SELECT pk FROM "«indexed»"."globalKeys" WHERE g = \'g\' AND z = \'z\'': unprojected('z'),
      'SELECT pk FROM "«indexed»"."localKeys" WHERE pk = \'p\' AND z = \'z\'': unprojected('z', 'localKeys'),
      'SELECT pk FROM "«indexed»"."globalKeys" WHERE g = \'g\' AND z IS MISSING': unprojected('z'),
      'SELECT pk FROM "«indexed»"."globalKeys" WHERE g = \'g\' AND NOT z = \'z\'': unprojected('z'),
      "SELECT pk FROM \"«indexed»\".\"globalKeys\" WHERE g IN ['g', 'h'] AND z = 'z'": unprojected('z'),
      'SELECT * FROM "«indexed»"."nope" WHERE pk = \'p\'': invalid(
        'The table does not have the specified index',
      ),
      'SELECT * FROM "«indexed»"."a"."b" WHERE pk = \'p\'': invalid(
        'A path may contain at most 2 components in the FROM clause',
      ),
      'SELECT * FROM "«indexed»"."" WHERE pk = \'p\'': invalid('Path component cannot be an empty string'),
      'SELECT * FROM "" WHERE pk = \'p\'': invalid('Path component cannot be an empty string'),
    },
  ),
  ...refusals(
    { source: floci, given },
    {
      "SELECT pk FROM \"«indexed»\".\"globalKeys\" WHERE g = 'g' AND NOT (z = '1' OR pk = 'x')":
        unprojected('z'),
      "SELECT pk FROM \"«indexed»\".\"globalKeys\" WHERE g = 'g' AND z2 = '1' AND (z1 = '2' OR pk = '3')":
        unprojected('z1, z2'),
      "SELECT pk FROM \"«indexed»\".\"globalKeys\" WHERE g = 'g' AND (zz = '1' OR aa = '2' OR mm = '3')":
        unprojected('zz, aa, mm'),
      "SELECT pk FROM \"«indexed»\".\"globalKeys\" WHERE (g = 'b' AND u1 = '1') OR (g = 'q' AND u2 = '1')":
        unprojected('u2'),
      "SELECT pk FROM \"«indexed»\".\"globalKeys\" WHERE (g = 'q' AND u1 = '1') OR (g = 'b' AND u2 = '1')":
        unprojected('u1'),
      "SELECT pk FROM \"«indexed»\".\"globalKeys\" WHERE (g = 'y' AND zz = '1') OR (g = 'y' AND aa = '1')":
        invalid('Overlapping conditions with range keys are not supported in where clause'),
    },
  ),
]

const several = invalid(
  'PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.',
)

const multiAttribute: readonly ConformanceCase[] = refusals(
  { source: parity },
  {
    'SELECT * FROM "«multi»"."wide" WHERE h1 = \'a\'': several,
    'SELECT * FROM "«multi»"."pair"': several,
    'SELECT * FROM "«multi»"."pair" WHERE h1 = 5 ORDER BY r1': several,
    'SELECT COUNT(*) FROM "«multi»"."pair"': several,
  },
)

export const partiqlIndexes: readonly ConformanceCase[] = [...reads, ...refused, ...multiAttribute]
