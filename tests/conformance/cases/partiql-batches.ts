import { refusal, step } from '../build-case.ts'
import type { ConformanceCase, Fields, Item } from '../case.ts'
import { invalid, minLength, violation } from '../errors.ts'
import { documentation, floci, local, parity, stackd } from '../sources.ts'
import { holds, statement } from '../statement-case.ts'
import { L, M, N, S, SS } from '../values.ts'

const item = (pk: string): Item => ({ pk: S(pk), a: N(1) })
const given = { hash: [item('i'), item('j')] }
const nested: Item = { m: M({ k: N(1), l: L(S('x'), M({ z: S('y') })) }) }

/** A batch of statements with the response to each. */
const batch = (...members: readonly (readonly [Fields | string, Fields])[]) =>
  step(
    'BatchExecuteStatement',
    { Statements: members.map(([text]) => (typeof text === 'string' ? statement(text) : text)) },
    { Responses: members.map(([, response]) => response) },
  )

/** The same, with the units consumed. */
const measured = (members: readonly (readonly [string, Fields])[], ConsumedCapacity?: readonly Fields[]) =>
  step(
    'BatchExecuteStatement',
    { Statements: members.map(([text]) => statement(text)), ReturnConsumedCapacity: 'INDEXES' },
    { Responses: members.map(([, response]) => response), ...(ConsumedCapacity && { ConsumedCapacity }) },
  )

const duplicate = { Code: 'DuplicateItem', Message: 'Duplicate primary key exists in table' }
const unmet = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' }
const done = { TableName: '«hash»' }
const refused = (Message: string): Fields => ({ Error: { Code: 'ValidationError', Message } })
const keyOnly = refused(
  'Select statements within BatchExecuteStatement must specify the primary key in the where clause.',
)
const unformed = "Statement wasn't well formed, can't be processed: "

export const partiqlBatches: readonly ConformanceCase[] = [
  {
    name: 'reads of single items',
    source: parity,
    given,
    steps: [
      batch(
        ['SELECT * FROM "«hash»" WHERE pk = \'i\'', { ...done, Item: item('i') }],
        ['SELECT a FROM "«hash»" WHERE pk = \'j\'', { ...done, Item: { a: N(1) } }],
        ['SELECT * FROM "«hash»" WHERE pk = \'absent\'', done],
        [
          'SELECT * FROM "«absent»" WHERE pk = \'x\'',
          { Error: { Code: 'ResourceNotFound', Message: 'Requested resource not found' } },
        ],
        ['SELECT * FROM "«hash»" WHERE a = 1', keyOnly],
        ['SELECT * FROM "«hash»" WHERE pk = \'k\' AND a = 1', keyOnly],
        ['SELECT * FROM "«hash»" WHERE pk = \'k\' AND attribute_exists(a)', keyOnly],
        ['SLECT * FROM "«hash»" WHERE pk = 1', refused(`${unformed}Expected data manipulation`)],
        ['SELECT * FROM "«hash»" WHERE', refused(`${unformed}Unexpected term`)],
      ),
    ],
  },
  {
    name: 'a read names the whole key, once, and no index',
    source: floci,
    given: { range: [{ pk: S('i'), sk: S('1') }], indexed: [], multi: [] },
    steps: [
      batch(
        [
          "SELECT sk FROM \"«range»\" WHERE pk IN ['i'] AND sk = '1'",
          { TableName: '«range»', Item: { sk: S('1') } },
        ],
        ['SELECT sk FROM "«range»" WHERE pk = \'i\'', keyOnly],
        ["SELECT sk FROM \"«range»\" WHERE pk = 'j' AND sk = '1' AND pk = 'other'", keyOnly],
        ["SELECT sk FROM \"«indexed»\".\"globalAll\" WHERE pk = 'p' AND sk = '1' AND g = 'x'", keyOnly],
        [
          'SELECT * FROM "«multi»"."pair" WHERE h1 = \'a\' AND h2 = 1',
          refused(
            'PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.',
          ),
        ],
      ),
    ],
  },
  {
    name: 'columns inside attributes stay in their places in a batch',
    source: local,
    given: { hash: ['a', 'b', 'c', 'd'].map((pk) => ({ pk: S(pk), ...nested, o: N(2) })) },
    steps: [
      batch(
        ['SELECT m.k FROM "«hash»" WHERE pk = \'a\'', { ...done, Item: { m: M({ k: N(1) }) } }],
        [
          'SELECT m.l[1].z, o FROM "«hash»" WHERE pk = \'b\'',
          { ...done, Item: { m: M({ l: L(M({ z: S('y') })) }), o: N(2) } },
        ],
        [
          'SELECT m.l[1].z, m.l[0] FROM "«hash»" WHERE pk = \'c\'',
          { ...done, Item: { m: M({ l: L(S('x'), M({ z: S('y') })) }) } },
        ],
        ['SELECT m.absent FROM "«hash»" WHERE pk = \'d\'', { ...done, Item: {} }],
        [
          'SELECT m.k, k FROM "«hash»" WHERE pk = \'a\'',
          refused('Duplicate identifiers in select clause: k'),
        ],
      ),
    ],
  },
  {
    name: 'writes, each for itself',
    source: parity,
    given,
    steps: [
      batch(
        ["INSERT INTO \"«hash»\" VALUE {'pk': 'new'}", done],
        [
          'UPDATE "«hash»" SET a = 2 WHERE pk = \'i\' RETURNING ALL NEW *',
          { ...done, Item: { pk: S('i'), a: N(2) } },
        ],
        [
          'UPDATE "«hash»" SET a = 2 WHERE pk = \'absent\'',
          { ...done, Error: { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' } },
        ],
        [
          statement('INSERT INTO "«hash»" VALUE {\'pk\': ?}', S('j')),
          { ...done, Error: { Code: 'DuplicateItem', Message: 'Duplicate primary key exists in table' } },
        ],
        [
          'DELETE FROM "«hash»" WHERE pk = \'x\' RETURNING MODIFIED OLD *',
          refused(
            'Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.',
          ),
        ],
      ),
      batch(
        ['DELETE FROM "«hash»" WHERE pk = \'new\' RETURNING ALL OLD *', { ...done, Item: { pk: S('new') } }],
        ['UPDATE "«hash»" REMOVE a WHERE pk = \'i\' RETURNING MODIFIED NEW *', done],
        ['FROM "«hash»" WHERE pk = \'j\' SET c = 1', done],
      ),
      holds('«hash»', { pk: S('i') }, { pk: S('i') }),
      holds('«hash»', { pk: S('new') }, undefined),
    ],
  },
  {
    name: 'wrong parameters are errors of their statement',
    source: floci,
    given,
    steps: [
      batch([
        statement('UPDATE "«hash»" SET y = ? WHERE pk = \'i\'', SS()),
        refused('One or more parameter values were invalid: An string set  may not be empty'),
      ]),
    ],
  },
  {
    name: 'a failed condition in a batch can return the item, in its error',
    source: documentation('BatchStatementError'),
    given,
    steps: [
      batch(
        [
          {
            ...statement('UPDATE "«hash»" SET a = 2 WHERE pk = \'i\' AND a = 9'),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
          { ...done, Error: { ...unmet, Item: item('i') } },
        ],
        ['UPDATE "«hash»" SET a = 2 WHERE pk = \'j\' AND a = 9', { ...done, Error: unmet }],
      ),
    ],
  },
  {
    name: 'each read is as consistent as it requests',
    source: parity,
    given,
    steps: [
      step(
        'BatchExecuteStatement',
        {
          Statements: [
            { ...statement('SELECT * FROM "«hash»" WHERE pk = \'i\''), ConsistentRead: true },
            statement('SELECT * FROM "«hash»" WHERE pk = \'j\''),
          ],
          ReturnConsumedCapacity: 'TOTAL',
        },
        {
          Responses: [
            { ...done, Item: item('i') },
            { ...done, Item: item('j') },
          ],
          ConsumedCapacity: [{ TableName: '«hash»', CapacityUnits: 1.5 }],
        },
      ),
    ],
  },
  {
    name: 'failed writes are charged in the total, like those that succeed',
    source: stackd,
    given: { hash: [{ pk: S('large'), v: S('x'.repeat(9000)) }] },
    steps: [
      measured(
        [
          ["INSERT INTO \"«hash»\" VALUE {'pk': 'large'}", { ...done, Error: duplicate }],
          ["INSERT INTO \"«hash»\" VALUE {'pk': 'new'}", done],
        ],
        [{ TableName: '«hash»', CapacityUnits: 10, Table: { CapacityUnits: 1 } }],
      ),
      measured(
        [
          ["UPDATE \"«hash»\" SET a = 1 WHERE pk = 'large' AND v = 'other'", { ...done, Error: unmet }],
          ['UPDATE "«hash»" SET a = 1 WHERE pk = \'new\'', done],
        ],
        [{ TableName: '«hash»', CapacityUnits: 10, Table: { CapacityUnits: 1 } }],
      ),
      measured([["INSERT INTO \"«hash»\" VALUE {'pk': 'large'}", { ...done, Error: duplicate }]]),
    ],
  },
  {
    name: 'reads and writes cannot be combined, and no item may occur twice',
    source: local,
    given,
    steps: [
      refusal(
        'BatchExecuteStatement',
        {
          Statements: [
            statement('SELECT * FROM "«hash»" WHERE pk = \'i\''),
            statement('DELETE FROM "«hash»" WHERE pk = \'j\''),
          ],
        },
        invalid('Read and write requests together in the same batch is not supported.'),
      ),
      refusal(
        'BatchExecuteStatement',
        {
          Statements: [
            statement('SELECT * FROM "«hash»" WHERE pk = \'i\''),
            statement('SELECT a FROM "«hash»" WHERE pk = \'i\''),
          ],
        },
        invalid('Provided list of item keys contains duplicates'),
      ),
      ...(
        ['SELECT * FROM "«hash»" WHERE pk = \'new\'', 'DELETE FROM "«hash»" WHERE pk = \'new\''] as const
      ).map((other) =>
        batch(
          [
            'EXISTS(SELECT * FROM "«hash»" WHERE pk = \'i\' AND a = 1)',
            refused('EXISTS can only be used in ExecuteTransaction write requests.'),
          ],
          [other, done],
        ),
      ),
    ],
  },
  {
    name: 'a batch has from one to 25 statements',
    source: documentation('BatchExecuteStatement'),
    steps: [
      refusal('BatchExecuteStatement', { Statements: [] }, violation('[]', 'statements', minLength(1))),
    ],
  },
]
