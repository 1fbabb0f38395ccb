import { refusal, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item, Step } from '../case.ts'
import { cancelled, failedCheck, faulty, invalid, minLength, violation } from '../errors.ts'
import { documentation, floci, local, parity } from '../sources.ts'
import { holds, statement } from '../statement-case.ts'
import { L, M, N, S, SS } from '../values.ts'

const item = (pk: string, a = 1): Item => ({ pk: S(pk), a: N(a) })
const given = { hash: [item('i'), item('j')] }

const membersOf = (texts: readonly (Fields | string)[]): Fields => ({
  TransactStatements: texts.map((text) => (typeof text === 'string' ? statement(text) : text)),
})
const wrote = (...texts: (Fields | string)[]): Step =>
  step('ExecuteTransaction', membersOf(texts), { Responses: [] })
const failed = (error: ExpectedError, ...texts: (Fields | string)[]): Step =>
  refusal('ExecuteTransaction', membersOf(texts), error)
const faultyAt = (position: number, message: string): ExpectedError =>
  invalid(`Validation failed in TransactStatements[${position}]: ${message}`)

const keyOnly = faultyAt(
  0,
  'Select statements within ExecuteTransaction must specify the primary key in the where clause.',
)
const mismatch = faulty('The provided key element does not match the schema')
const emptyText =
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk'
const emptyKey = faulty(emptyText)
const longKey = faulty(
  'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
)
const reading = (...keys: string[]): string[] =>
  keys.map((key) => `SELECT * FROM "«hash»" WHERE pk = '${key}'`)
const missing = { Code: 'ResourceNotFound', Message: 'Requested resource not found' }
const single = 'SELECT * FROM "«hash»" WHERE pk = \'i\''

/** The same transaction under the same token each time, with the units that it consumes. */
const once = (units: Fields): Step =>
  step(
    'ExecuteTransaction',
    {
      ...membersOf(['UPDATE "«hash»" SET a = a + 1 WHERE pk = \'i\'']),
      ClientRequestToken: 'partiql-«hash»',
      ReturnConsumedCapacity: 'INDEXES',
    },
    { Responses: [], ConsumedCapacity: [{ TableName: '«hash»', ...units, Table: units }] },
  )

const reads: readonly ConformanceCase[] = [
  {
    name: 'items as of one point in time',
    source: parity,
    given,
    steps: [
      step(
        'ExecuteTransaction',
        {
          ...membersOf([
            single,
            'SELECT a FROM "«hash»" WHERE pk = \'j\'',
            'SELECT * FROM "«hash»" WHERE pk = \'k\'',
          ]),
          ReturnConsumedCapacity: 'TOTAL',
        },
        {
          Responses: [{ Item: item('i') }, { Item: { a: N(1) } }, {}],
          ConsumedCapacity: [{ TableName: '«hash»', CapacityUnits: 6, ReadCapacityUnits: 6 }],
        },
      ),
    ],
  },
  {
    name: 'columns inside attributes stay in their places in a transaction',
    source: local,
    given: { hash: [{ pk: S('i'), m: M({ k: N(1), l: L(S('a'), S('b')) }) }] },
    steps: [
      step('ExecuteTransaction', membersOf(['SELECT m.k, m.l[1] FROM "«hash»" WHERE pk = \'i\'']), {
        Responses: [{ Item: { m: M({ k: N(1), l: L(S('b')) }) } }],
      }),
    ],
  },
  {
    name: 'a read names the whole key and nothing else',
    source: floci,
    given: { range: [{ pk: S('i'), sk: S('1') }], hash: [] },
    steps: [
      failed(keyOnly, 'SELECT * FROM "«hash»" WHERE a = 1'),
      failed(keyOnly, 'SELECT * FROM "«hash»"'),
      failed(keyOnly, "SELECT * FROM \"«range»\" WHERE pk = 'i' AND sk = '1' AND flag = 'x'"),
      failed(keyOnly, "SELECT * FROM \"«range»\" WHERE pk = 'i' AND sk = '1' AND pk = 'other'"),
      failed(keyOnly, 'SELECT * FROM "«range»" WHERE pk = \'i\''),
      failed(
        faultyAt(0, 'Overlapping conditions with range keys are not supported in where clause'),
        "SELECT * FROM \"«range»\" WHERE pk IN ['i', 'i'] AND sk = '1'",
      ),
      step(
        'ExecuteTransaction',
        membersOf(["SELECT sk FROM \"«range»\" WHERE (sk = '1') AND pk = 'i' AND pk IN ['i']"]),
        {
          Responses: [{ Item: { sk: S('1') } }],
        },
      ),
    ],
  },
  {
    name: 'no index is read in a transaction',
    source: parity,
    given: { indexed: [] },
    steps: [
      failed(
        faultyAt(0, 'Reads on indices are not supported within transactions.'),
        'SELECT * FROM "«indexed»"."globalAll" WHERE g = \'x\'',
      ),
    ],
  },
  {
    name: 'a key that is empty or too long cancels a read',
    source: local,
    given,
    steps: [failed(cancelled(undefined, emptyKey, longKey), single, ...reading('', 'x'.repeat(2049)))],
  },
  {
    name: 'no item is read twice, and a key of a wrong type cancels',
    source: floci,
    given,
    steps: [
      failed(
        invalid('Transaction request cannot include multiple operations on one item'),
        single,
        'SELECT a FROM "«hash»" WHERE pk = \'i\'',
      ),
      failed(
        cancelled(undefined, undefined, mismatch),
        single,
        single,
        'SELECT * FROM "«hash»" WHERE pk = 1',
      ),
    ],
  },
]

const writes: readonly ConformanceCase[] = [
  {
    name: 'all writes or none',
    source: parity,
    given,
    steps: [
      wrote(
        "INSERT INTO \"«hash»\" VALUE {'pk': 'new'}",
        'UPDATE "«hash»" SET a = 2 WHERE pk = \'i\'',
        'DELETE FROM "«hash»" WHERE pk = \'j\'',
      ),
      holds('«hash»', { pk: S('new') }, { pk: S('new') }),
      holds('«hash»', { pk: S('i') }, item('i', 2)),
      holds('«hash»', { pk: S('j') }, undefined),
      failed(
        cancelled(undefined, failedCheck),
        "INSERT INTO \"«hash»\" VALUE {'pk': 'other'}",
        'UPDATE "«hash»" SET a = 3 WHERE pk = \'i\' AND a = 9',
      ),
      holds('«hash»', { pk: S('other') }, undefined),
    ],
  },
  {
    name: 'a failed condition in a transaction can return the item',
    source: local,
    given,
    steps: [
      failed(cancelled({ ...failedCheck, Item: item('i') }), {
        ...statement('UPDATE "«hash»" SET a = 3 WHERE pk = \'i\' AND a = 9'),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ],
  },
  {
    name: 'EXISTS checks an existing item',
    source: documentation('PartiQL functions: EXISTS'),
    given,
    steps: [
      wrote(
        'EXISTS(SELECT * FROM "«hash»" WHERE pk = \'i\' AND a = 1)',
        'UPDATE "«hash»" SET a = 2 WHERE pk = \'j\'',
      ),
      failed(
        cancelled(failedCheck, undefined),
        'EXISTS(SELECT * FROM "«hash»" WHERE pk = \'i\' AND a IS MISSING)',
        'UPDATE "«hash»" SET a = 3 WHERE pk = \'j\'',
      ),
      failed(cancelled(failedCheck), 'EXISTS(SELECT * FROM "«hash»" WHERE pk = \'absent\' AND a IS MISSING)'),
      holds('«hash»', { pk: S('j') }, item('j', 2)),
    ],
  },
  {
    name: 'EXISTS requires one item and a condition',
    source: parity,
    given: { hash: [item('i')], indexed: [] },
    steps: [
      failed(
        faultyAt(0, 'EXISTS() must contain a single item read with additional condition'),
        'EXISTS(SELECT * FROM "«hash»" WHERE pk = \'i\')',
      ),
      failed(
        faultyAt(0, 'EXISTS() must contain a single item read with additional condition'),
        'EXISTS(SELECT * FROM "«hash»" WHERE pk IN [\'i\'] AND a = 1)',
      ),
      failed(
        faultyAt(0, 'Operations on indices are not supported in transactions'),
        'EXISTS(SELECT * FROM "«indexed»"."globalAll" WHERE g = \'x\')',
      ),
    ],
  },
  {
    name: 'an empty key is an error of the request, in EXISTS as in a ConditionCheck',
    source: parity,
    given,
    steps: [
      failed(invalid(emptyText), 'DELETE FROM "«hash»" WHERE pk = \'\''),
      failed(invalid(emptyText), 'EXISTS(SELECT * FROM "«hash»" WHERE pk = \'\' AND a = 1)'),
      failed(
        cancelled(missing, undefined),
        'DELETE FROM "«absent»" WHERE pk = \'i\'',
        'EXISTS(SELECT * FROM "«hash»" WHERE pk = \'\' AND a = 1)',
      ),
    ],
  },
  {
    name: 'EXISTS uses the first of two values for a key',
    source: floci,
    given,
    steps: [
      failed(
        cancelled(failedCheck, undefined),
        "EXISTS(SELECT * FROM \"«hash»\" WHERE pk = 'i' AND pk = 'j' AND a = 1)",
        'UPDATE "«hash»" SET b = 1 WHERE pk = \'j\'',
      ),
    ],
  },
  {
    name: 'writes that do not name one item cancel together',
    source: floci,
    given: { range: [{ pk: S('k'), sk: S('1') }] },
    steps: [
      failed(
        cancelled(mismatch, mismatch, mismatch, mismatch, undefined),
        'UPDATE "«range»" SET a = 1 WHERE pk = \'k\'',
        "UPDATE \"«range»\" SET a = 1 WHERE pk IN ['k'] AND sk = '1'",
        "UPDATE \"«range»\" SET a = 1 WHERE pk = 'k' AND sk = '1' AND pk = 'other'",
        'UPDATE "«range»" SET a = 1 WHERE pk = \'k\' AND sk = 1',
        "UPDATE \"«range»\" SET a = 1 WHERE pk = 'k' AND sk = '1'",
      ),
      failed(
        cancelled(
          faulty('One or more parameter values were invalid: Missing the key sk in the item'),
          mismatch,
        ),
        "INSERT INTO \"«range»\" VALUE {'pk': 'new'}",
        'DELETE FROM "«range»" WHERE sk = \'1\'',
      ),
      failed(
        cancelled(longKey, undefined),
        `DELETE FROM "«range»" WHERE pk = '${'x'.repeat(2049)}' AND sk = '1'`,
        "UPDATE \"«range»\" SET a = 1 WHERE pk = 'k' AND sk = '1'",
      ),
    ],
  },
  {
    name: 'a missing table cancels, but errors of other statements come first',
    source: floci,
    given,
    steps: [
      failed(
        cancelled(missing, missing),
        'UPDATE "«absent»" SET a = 1 WHERE pk = \'x\' RETURNING ALL NEW *',
        'DELETE FROM "«absent»" WHERE pk = \'x\'',
      ),
      failed(cancelled(undefined, missing), single, 'SELECT * FROM "«absent»"."idx" WHERE pk = \'x\''),
      failed(
        faultyAt(1, 'RETURNING clause is not supported in ExecuteTransaction.'),
        'UPDATE "«absent»" SET a = 1 WHERE pk = \'x\'',
        'UPDATE "«hash»" SET a = 1 WHERE pk = \'i\' RETURNING ALL NEW *',
      ),
    ],
  },
  {
    name: 'the error of a statement says which statement it was',
    source: floci,
    given,
    steps: [
      failed(
        faultyAt(0, "Statement wasn't well formed, can't be processed: Unexpected term"),
        'SELECT * FROM "«hash»" WHERE',
      ),
      failed(
        faultyAt(
          1,
          'Incorrect operand type for operator or function; operator or function: +, operand type: L',
        ),
        'DELETE FROM "«hash»" WHERE pk = \'j\'',
        'UPDATE "«hash»" SET a = a + [1] WHERE pk = \'i\'',
      ),
      failed(
        invalid('One or more parameter values were invalid: Input collection [a, a] contains duplicates.'),
        statement('UPDATE "«hash»" SET y = ? WHERE pk = \'i\'', N(1)),
        statement('UPDATE "«hash»" SET y = ? WHERE pk = \'j\'', SS('a', 'a')),
      ),
      failed(
        invalid(
          'ExecuteTransaction API does not support both read and write operations in the same request.',
        ),
        single,
        'DELETE FROM "«hash»" WHERE pk = \'j\'',
      ),
      failed(
        invalid('Transaction request cannot include multiple operations on one item'),
        'UPDATE "«hash»" SET a = 1 WHERE pk = \'i\'',
        'DELETE FROM "«hash»" WHERE pk = \'i\'',
      ),
      refusal(
        'ExecuteTransaction',
        { TransactStatements: [] },
        violation('[]', 'transactStatements', minLength(1)),
      ),
    ],
  },
  {
    name: 'a transaction under the same token is applied once, and then charged as a read',
    source: parity,
    given,
    steps: [
      once({ CapacityUnits: 2, WriteCapacityUnits: 2 }),
      once({ CapacityUnits: 2, ReadCapacityUnits: 2 }),
      holds('«hash»', { pk: S('i') }, item('i', 2)),
    ],
  },
]

export const partiqlTransactions: readonly ConformanceCase[] = [...reads, ...writes]
