import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, type Range, shape, table } from '@monotable/model'
import { within } from '@monotable/model/collections'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draws } from '../draws.ts'

/* A query by any level of a key and any range finds what a filter of all items finds, in the order of the values. */

interface Row {
  readonly a: string
  readonly b: number
  readonly c: string
}

const app = table('Ranges', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { first: { pk: 'PK', sk: 'SK1' }, alone: { pk: 'PK', sk: 'word' } },
})
const schema = shape<Row>()
const Up = app.entity('Up', { schema, key: { pk: 'ROWS', sk: 'UP#{a}#{b:num}#{c}' } })
/** Has no text between two values, where the encoding of the first marks its end. */
const Down = app.entity('Down', { schema, key: { pk: 'ROWS', sk: 'DOWN#{a:desc}#{b:num:desc}{c:desc}' } })
/** The last value may be empty, so that a key ends with the one before it. */
const Close = app.entity('Close', { schema, key: { pk: 'ROWS', sk: 'CLOSE#{a}#{b:num}{c}' } })
/** Its keys begin like those of `Up`. */
const Beside = app.entity('Beside', { schema, key: { pk: 'ROWS', sk: 'UP#{a}#{b:num}#{c}#BESIDE' } })
/** Its keys end where those of `Up` go on. */
const Top = app.entity('Top', {
  schema: shape<Omit<Row, 'c'>>(),
  key: { pk: 'ROWS', sk: 'UP#{a}#{b:num}' },
})
/** Sorts by a text value, at the beginning of a key and as a whole key. */
const Word = app.entity('Word', {
  schema: shape<{ id: number; word: string }>(),
  key: { pk: 'WORDS', sk: 'WORD#{id:num}' },
  index: { first: { pk: 'WORDS', sk: '{word}#' }, alone: { pk: 'WORDS', sk: '{word}' } },
})

const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', '#', '$', ' ', '~', 'é', '😀', '\ufffd'),
  maxLength: 3,
})
/** Often equal, so that queries by a whole value find something. */
const text = fc.oneof(fc.constantFrom('', 'a#'), anyText)
const number = fc.constantFrom(-100, -1.5, -1, 0, 0.25, 1, 2, 10, 1e21)
const row = fc.record({ a: text, b: number, c: text })

function rangeOf<Value>(value: fc.Arbitrary<Value>, withBegins: boolean): fc.Arbitrary<Range<Value>> {
  const low = fc.oneof(fc.record({ gt: value }), fc.record({ gte: value }), fc.constant({}))
  const high = fc.oneof(fc.record({ lt: value }), fc.record({ lte: value }), fc.constant({}))
  const both = fc.tuple(low, high).map(([one, two]): Range<Value> => ({ ...one, ...two }))
  return withBegins
    ? fc.oneof(
        both,
        text.map((begins) => ({ begins }) as Range<Value>),
      )
    : both
}

type Given = { a?: string | Range<string>; b?: number | Range<number>; c?: string | Range<string> }
const args = fc.oneof<fc.Arbitrary<Given>[]>(
  fc.constant({}),
  fc.record({ a: rangeOf(text, true) }),
  fc.record({ a: text }),
  fc.record({ a: text, b: rangeOf(number, false) }),
  fc.record({ a: text, b: number }),
  fc.record({ a: text, b: number, c: rangeOf(text, true) }),
  fc.record({ a: text, b: number, c: text }),
)

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' || typeof right === 'number') return Number(left) - Number(right)
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

function matches(value: string | number, argument: Given[keyof Given]): boolean {
  if (argument === undefined) return true
  if (typeof argument !== 'object') return value === argument
  const { gt, gte, lt, lte, begins } = argument
  return (
    (gt === undefined || compare(value, gt) > 0) &&
    (gte === undefined || compare(value, gte) >= 0) &&
    (lt === undefined || compare(value, lt) < 0) &&
    (lte === undefined || compare(value, lte) <= 0) &&
    (begins === undefined || String(value).startsWith(begins))
  )
}

let engine: Database
const connect = () =>
  app.connect(engine, {
    entities: { Up, Down, Close, Beside, Top, Word },
    patterns: {
      up: Up.query('primary', { order: 'oldest' }),
      down: Down.query('primary', { order: 'oldest' }),
      close: Close.query('primary', { order: 'oldest' }),
      both: app.collect(
        'primary',
        { up: Up.many(), beside: Beside.many() },
        { order: 'oldest', within: within('a', 'b') },
      ),
      tree: app.collect(
        'primary',
        { tops: Top.many(), ups: Up.many() },
        { order: 'oldest', within: within('a', 'b') },
      ),
      first: Word.query('first'),
      alone: Word.query('alone'),
    },
  })
let db: ReturnType<typeof connect>
/** Arguments as the drawn ones are: without gaps, which TypeScript cannot know of them. */
type Args = NonNullable<Parameters<typeof db.q.up>[0]>

beforeAll(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(app))
  db = connect()
})
afterAll(() => engine.close())

it('a query finds what a filter finds, in order, however keys are encoded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.array(args, { maxLength: 6 }),
      async (rows, queries) => {
        const unique = [...new Map(rows.map((one) => [JSON.stringify(one), one])).values()]
        const tops = [...new Map(rows.map(({ a, b }) => [JSON.stringify([a, b]), { a, b }])).values()]
        const entities = [db.Up, db.Down, db.Close, db.Beside]
        await db.batch.write(unique.flatMap((one) => entities.map((entity) => entity.put(one))))
        await db.batch.write(tops.map((one) => db.Top.put(one)))
        for (const given of queries) {
          const query = given as Given & Args
          const expected = unique
            .filter((one) => matches(one.a, given.a) && matches(one.b, given.b) && matches(one.c, given.c))
            .sort((x, y) => compare(x.a, y.a) || compare(x.b, y.b) || compare(x.c, y.c))
          expect((await db.q.up(query)).items).toEqual(expected)
          expect((await db.q.down(query)).items).toEqual(expected)
          expect((await db.q.close(query)).items).toEqual(expected)
          const { c, ...beginning } = given
          if (c === undefined) {
            expect(await db.q.both(beginning as Parameters<typeof db.q.both>[0])).toEqual({
              up: expected,
              beside: expected,
            })
            expect(await db.q.tree(beginning as Parameters<typeof db.q.tree>[0])).toEqual({
              tops: tops
                .filter((one) => matches(one.a, given.a) && matches(one.b, given.b))
                .sort((x, y) => compare(x.a, y.a) || compare(x.b, y.b)),
              ups: expected,
            })
          }
        }
        await db.batch.write(unique.flatMap((one) => entities.map((entity) => entity.remove(one))))
        await db.batch.write(tops.map((one) => db.Top.remove(one)))
      },
    ),
    {
      numRuns: draws(60),
      examples: [[[{ a: '', b: 1, c: '' }], [{ a: { gte: '', lt: '' } }, { a: { gt: 'b', lt: 'a' } }]]],
    },
  )
})

it('a range of a value that starts a key, or is the key, finds what a filter finds, even if the value is empty', async () => {
  const words = ['#', 'a', 'a#', 'ab', 'b', '~', 'é', '😀']
  await db.batch.write(words.map((word, id) => db.Word.put({ id, word })))
  await fc.assert(
    fc.asyncProperty(rangeOf(text, true), async (range) => {
      const expected = words.filter((word) => matches(word, range)).sort(compare)
      for (const pattern of ['first', 'alone'] as const) {
        const { items } = await db.q[pattern]({ word: range })
        expect([pattern, items.map(({ word }) => word)]).toEqual([pattern, expected])
      }
    }),
    {
      numRuns: draws(100),
      examples: [[{ lt: '' }], [{ begins: '' }], [{ gt: 'b', lt: 'a' }], [{ gte: '', lt: 'b' }]],
    },
  )
})
