import { createDatabase } from '@monotable/engine'
import { createTableInput, table } from '@monotable/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { draws } from '../draws.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'

/*
 * An index of several attributes has the items that have all of them, in their order, whatever was created, changed,
 * upserted or removed: by its partition, the first sort attributes and a range of the next, in pages, filtered or not,
 * in both directions.
 */

const app = table('App', {
  key: { pk: 'PK' },
  indexes: {
    place: {
      pk: ['country', { name: 'zone', type: 'N' }],
      sk: ['city', { name: 'house', type: 'N' }, 'door'],
    },
  },
})
const Home = app.entity('Home', {
  schema: z.object({
    id: z.string(),
    country: z.string().optional(),
    zone: z.number().optional(),
    city: z.string().optional(),
    house: z.number().optional(),
    door: z.string().optional(),
    note: z.string().optional(),
  }),
  key: { pk: 'HOME#{id}' },
  index: { place: {} },
})

interface Row {
  readonly id: string
  readonly [attribute: string]: string | number | undefined
}

const keys = ['country', 'zone', 'city', 'house', 'door'] as const
const sorted = ['city', 'house', 'door'] as const
type Name = (typeof keys)[number] | 'note'

const values: { readonly [attribute in Name]: readonly (string | number)[] } = {
  country: ['DE', 'DE', 'DE', 'D'],
  zone: [-1.5, -1.5, 1],
  city: ['a', 'a', 'a#b', '\ue000', '😀'],
  house: [-20, 0.5, 9, 10],
  door: ['1', '10', '2', ' '],
  note: ['x', 'y'],
}

it('an index of several attributes is what a naive model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = new SeededRandom(seed)
      const engine = await createDatabase()
      try {
        await engine.send('CreateTable', createTableInput(app))
        const db = app.connect(engine, { entities: { Home }, patterns: { at: Home.query('place') } })
        const rows = new Map<string, Row>()
        const drawRow = (chance: number) =>
          Object.fromEntries(
            [...keys, 'note' as const]
              .filter(() => random.percent(chance))
              .map((name) => [name, random.pick(values[name])]),
          )
        for (let step = 0; step < 80; step++) {
          const id = String(step % 40)
          const row = drawRow(95)
          const before = rows.get(id)
          const verb = before === undefined ? 'create' : random.pick(['upsert', 'update', 'remove'] as const)
          if (verb === 'remove') {
            const gone = random.pick([...keys, 'note'] as const)
            await db.Home.update({ id }, (home, { remove }) => remove(home[gone]))
            rows.set(id, { ...before, id, [gone]: undefined })
            continue
          }
          if (verb === 'update') await db.Home.update({ id }, row)
          else await db.Home[verb]({ id, ...row })
          rows.set(id, { ...before, ...row, id })
        }
        for (let read = 0; read < 15; read++) await readSome(random, db, [...rows.values()])
      } finally {
        await engine.close()
      }
    }),
    { numRuns: draws(4), endOnFailure: true },
  )
})

type Page = { readonly items: readonly Row[]; readonly next?: string }
type At = (args: object, page: object) => PromiseLike<Page>

async function readSome(random: SeededRandom, db: { readonly q: { readonly at: unknown } }, rows: Row[]) {
  const args: { [attribute: string]: unknown } = {
    country: random.pick(values.country),
    zone: random.pick(values.zone),
  }
  let isMeant = (row: Row) =>
    keys.every((name) => row[name] !== undefined) &&
    row['country'] === args['country'] &&
    row['zone'] === args['zone']
  for (const name of sorted) {
    const how = random.pick(['value', 'value', 'range', 'open'] as const)
    if (how === 'open') break
    const [one, other] = [random.pick(values[name]), random.pick(values[name])] as [string, string]
    const [low, high] = compare(one, other) > 0 ? [other, one] : [one, other]
    const meant = isMeant
    if (how === 'value') {
      args[name] = one
      isMeant = (row) => meant(row) && row[name] === one
      continue
    }
    const open = random.pick(['gte', 'lt', 'between'] as const)
    args[name] = open === 'between' ? { between: [low, high] } : { [open]: one }
    isMeant = (row) => {
      const value = row[name] ?? ''
      if (!meant(row)) return false
      if (open === 'between') return compare(value, low) >= 0 && compare(value, high) <= 0
      return open === 'gte' ? compare(value, one) >= 0 : compare(value, one) < 0
    }
    break
  }
  const note = random.percent(30) ? random.pick(['x', 'y']) : undefined
  const order = random.pick(['ascending', 'descending'] as const)
  const limit = random.pick([1, 3, 50])
  const found: Row[] = []
  let cursor: string | null = null
  do {
    const { items, next }: Page = await (db.q.at as At)(args, {
      order,
      limit,
      cursor,
      ...(note && { filter: { note } }),
    })
    found.push(...items)
    cursor = next ?? null
  } while (cursor !== null)
  const wanted = rows.filter((row) => isMeant(row) && (note === undefined || row['note'] === note))
  const ids = (all: readonly Row[]) => all.map(({ id }) => id).sort()
  expect([args, ids(found)]).toEqual([args, ids(wanted)])
  for (const [at, row] of found.slice(1).entries()) {
    const before = found[at] as Row
    const way =
      sorted.map((name) => compare(before[name] ?? '', row[name] ?? '')).find((sign) => sign !== 0) ?? 0
    expect(order === 'ascending' ? way : -way).toBeLessThanOrEqual(0)
  }
}

/** Compares numbers by value, and texts by their bytes. */
function compare(one: string | number, other: string | number): number {
  return typeof one === 'number'
    ? one - Number(other)
    : Buffer.compare(Buffer.from(one), Buffer.from(String(other)))
}
