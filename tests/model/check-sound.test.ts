import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { check, type Finding } from '@monotable/model/check'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draws } from '../draws.ts'

/*
 * The findings of `check` are true at run time. For random small models with random items:
 * ⏎ - without keys-collide, every item that is put exists;
 * - every pattern returns exactly the items of its entities in the partition;
 * - without others-in-range, nothing else is read;
 * - "newest" and "oldest" sort by the first value that the partition does not fix;
 * - without one-of-many, there is one;
 * - without parent-not-first, the first page contains the parent.
 */

interface Item {
  readonly a: string
  readonly b: string
  readonly c: string
  readonly n: number
}

const partitions = ['P#{a}', 'P#{a}', 'P#{b}', 'P#{a}#{b}', 'P#{n:pad3}', 'Q#{a}', 'ALL', '{a}']
const sorts = [
  ...[
    'X#{b}',
    'X#{b}#{c}',
    'X#{b}#Y#{c}',
    '{b}',
    '{b}#{c}',
    '#X#{b}',
    '~X#{b}',
    'Y#{b:desc}',
    'P#{a}',
    'PROFILE',
  ],
  ...['{a}#{b}', 'X#a', '{n:pad3}', '{n:pad3}#{c}', '005', '010'],
  ...['N#{n:pad3}', 'N#{n:pad3:desc}', '{n:num}', '{n:num}#{b}', 'X_{b}_{c}', '{b:raw}', '{c:upper}'],
]
const text = fc.constantFrom('a', 'b', 'ab', 'a#b', 'X', '#', '$23', '~', '1', 'a_b', 'X#a', 'PROFILE')
const item = fc.record({
  a: fc.constantFrom('a', 'X'),
  b: text,
  c: text,
  n: fc.integer({ min: 1, max: 12 }),
})
const entity = fc.record({
  pk: fc.constantFrom(...partitions),
  sk: fc.constantFrom(...sorts),
  index: fc.option(fc.record({ pk: fc.constantFrom(...partitions), sk: fc.constantFrom(...sorts) }), {
    nil: undefined,
  }),
  items: fc.array(item, { maxLength: 6 }),
  count: fc.constantFrom('one', 'many'),
})
const order = fc.constantFrom('newest', 'oldest', 'ascending', 'descending')
const drawn = fc.record({
  entities: fc.array(entity, { minLength: 1, maxLength: 3 }),
  order: fc.constantFrom(undefined, 'newest', 'oldest', 'descending') as fc.Arbitrary<
    'newest' | 'oldest' | 'descending' | undefined
  >,
  collectOrder: order as fc.Arbitrary<'newest' | 'oldest'>,
  page: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never

let db: Database
let tables = 0
beforeAll(async () => {
  db = await createDatabase()
})
afterAll(() => db.close())

/** The items that were put, by entity name and key. */
type Kept = Map<string, { readonly entity: string; readonly value: Item }>

function declare({ entities, order: wanted, collectOrder, page }: Drawn) {
  const one = table(`Random${tables++}`, {
    key: { pk: 'PK', sk: 'SK' },
    indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  })
  const declared = entities.map(({ pk, sk, index }, at) =>
    one.entity(`E${at}`, {
      schema: shape<Item>(),
      key: { pk, sk },
      ...(index && { index: { GSI1: index } }),
    } as never),
  )
  const names = declared.map(({ definition }) => definition.name)
  const options = { ...(wanted && { order: wanted }), ...(page && { page }) }
  const patterns: { [name: string]: unknown } = {}
  for (const [at, each] of declared.entries()) {
    patterns[`q${at}`] = each.query('primary' as never, options)
    if (entities[at]?.index) patterns[`g${at}`] = each.query('GSI1' as never, options)
  }
  for (const index of ['primary', 'GSI1']) {
    const members = declared.map((each, at) => [
      `m${at}`,
      entities[at]?.count === 'one' ? each.one() : each.many(),
    ])
    try {
      const collected = { order: collectOrder, ...(page && { page }) }
      patterns[`all${index}`] = one.collect(index as never, Object.fromEntries(members), collected)
    } catch {
      // They share no partition, or are not all in the index, so the collection cannot be declared.
    }
  }
  const entityMap = Object.fromEntries(names.map((name, at) => [name, declared[at]]))
  return { one, model: model({ entities: entityMap, patterns } as never) }
}

type Loose = {
  readonly [name: string]: {
    put(value: Item): { send(): Promise<unknown> }
    scan?: unknown
  }
} & { readonly q: { readonly [name: string]: (args: object) => { pages(): AsyncGenerator<Loosened> } } }
type Loosened = { readonly [member: string]: unknown }

it('the findings of check hold at run time', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (given) => {
      const declared = declare(given)
      const { findings } = check(declared.model)
      fc.pre(!findings.some(({ code }) => code === 'keys-collide'))
      await expectToHold(given, declared, findings)
    }),
    { numRuns: draws(120) },
  )
})

it('a parent sorted by the text of its partition may come after its children, and check reports it', async () => {
  const items = [1, 2].map((n) => ({ a: 'a', b: 'a', c: 'a', n }) as const)
  const parent = { pk: 'P#{a}', sk: 'X#{b}', index: { pk: 'P#{b}', sk: '{b:raw}' }, items: items.slice(0, 1) }
  const child = { pk: 'P#{a}', sk: '{n:num}', index: { pk: 'P#{a}', sk: 'X#{b}' }, items }
  const given: Drawn = {
    entities: [
      { ...parent, count: 'one' },
      { ...child, count: 'many' },
    ],
    order: undefined,
    collectOrder: 'ascending' as never,
    page: 1,
  }
  const declared = declare(given)
  const { findings } = check(declared.model)
  const late = findings.filter(({ code }) => code === 'parent-not-first').map(({ pattern }) => pattern)
  expect(late).toEqual(['allGSI1'])
  await expectToHold(given, declared, findings)
})

/** Puts all items, reads them by every pattern, and compares the results with the findings. */
async function expectToHold(
  given: Drawn,
  { one, model: app }: ReturnType<typeof declare>,
  findings: readonly Finding[],
): Promise<void> {
  await db.send('CreateTable', createTableInput(one))
  let read = 0
  const port = {
    send: async (operation: string, input: object) => {
      const answer = (await db.send(operation as never, input as never)) as { Items?: unknown[] }
      if (operation === 'Query') read += answer.Items?.length ?? 0
      return answer
    },
  }
  const connected = app.connect(port as never) as unknown as Loose
  const kept = await putAll(connected, given)
  const stored = (await db.send('Scan', { TableName: one.definition.name })).Items ?? []
  expect(stored.length).toBe(kept.size)
  for (const [name, pattern] of Object.entries(app.patterns)) {
    const about = findings.filter((finding) => finding.pattern === name)
    if (about.some(({ code }) => code === 'cannot-plan')) continue
    read = 0
    const { index } = pattern as unknown as { readonly index: 'primary' | 'GSI1' }
    const partition = partitionOf(given, name, index)
    if (partition === undefined) continue
    const pages: Loosened[] = []
    for await (const page of (connected.q[name] as Loose['q'][string])(partition.args).pages())
      pages.push(page)
    compare({ given, kept, name, index, about, pages, partition: partition.key, read: () => read })
  }
  await db.send('DeleteTable', { TableName: one.definition.name })
}

async function putAll(connected: Loose, { entities }: Drawn): Promise<Kept> {
  const kept: Kept = new Map()
  for (const [at, { items }] of entities.entries()) {
    for (const value of items) {
      const name = `E${at}`
      await connected[name]?.put(value).send()
      kept.set(`${name} ${keyText(entities[at], 'primary', value)}`, { entity: name, value })
    }
  }
  return kept
}

type DrawnEntity = Drawn['entities'][number]

/** Returns the values of an item's key as text that is equal only for equal keys. */
function keyText(drawnEntity: DrawnEntity | undefined, index: 'primary' | 'GSI1', value: Item): string {
  const key = index === 'primary' ? drawnEntity : drawnEntity?.index
  return JSON.stringify([parts(key?.pk ?? '', value), parts(key?.sk ?? '', value)])
}

function parts(template: string, value: Item): string[] {
  const slots = [...template.matchAll(/\{([abcn])(:[^}]*)?\}/g)]
  return slots.map(([, name = '', encoding]) => {
    const raw = String(value[name as keyof Item])
    return encoding === ':upper' ? raw.toUpperCase() : raw
  })
}

/** Returns the partition of some item, for a pattern to read. */
function partitionOf({ entities }: Drawn, name: string, index: 'primary' | 'GSI1') {
  const own = name.startsWith('all') ? entities[0] : entities[Number(name.slice(1))]
  const template = (index === 'primary' ? own?.pk : own?.index?.pk) ?? ''
  const value = entities.flatMap(({ items }) => items)[0]
  if (value === undefined) return undefined
  const slots = [...template.matchAll(/\{([abcn])/g)].map(([, slot = '']) => slot)
  const args = Object.fromEntries(slots.map((slot) => [slot, value[slot as keyof Item]]))
  return { args, key: JSON.stringify(parts(template, value)) }
}

interface Comparison {
  readonly given: Drawn
  readonly kept: Kept
  readonly name: string
  readonly index: 'primary' | 'GSI1'
  readonly about: readonly Finding[]
  readonly pages: readonly Loosened[]
  readonly partition: string
  readonly read: () => number
}

function compare({ given, kept, name, index, about, pages, partition, read }: Comparison): void {
  const isCollect = name.startsWith('all')
  const wanted = (entity: string) => {
    const own = given.entities[Number(entity.slice(1))]
    const template = (index === 'primary' ? own?.pk : own?.index?.pk) ?? ''
    return [...kept.values()]
      .filter((one) => one.entity === entity && JSON.stringify(parts(template, one.value)) === partition)
      .map(({ value }) => value)
  }
  const members = isCollect ? given.entities.map((_, at) => `m${at}`) : ['items']
  // A member that is declared as one should have a single item in a partition.
  const isOneOfMany = given.entities.some(({ count }, at) => count === 'one' && wanted(`E${at}`).length > 1)
  if (isCollect && isOneOfMany) {
    // In an index, several items may have the same key.
    if (index === 'primary') expect(about.map(({ code }) => code)).toContain('one-of-many')
    return
  }
  let total = 0
  for (const member of members) {
    const entity = isCollect ? `E${member.slice(1)}` : `E${name.slice(1)}`
    const found = pages.flatMap((page) => [page[member] ?? []].flat()) as Item[]
    const expected = wanted(entity)
    const count = isCollect ? given.entities[Number(entity.slice(1))]?.count : 'many'
    total += expected.length
    expect(sorted(found), `${name} ${member}`).toEqual(sorted(expected))
    if (!isCollect) expectOrder(given, name, index, found)
    const isFirst = !about.some(({ code }) => code === 'parent-not-first')
    if (count === 'one' && expected.length === 1 && given.page !== undefined && isFirst) {
      expect(pages[0]?.[member], `${name} ${member} on the first page`).toBeDefined()
    }
  }
  if (!about.some(({ code }) => code === 'others-in-range')) expect(read(), `${name} reads`).toBe(total)
}

function expectOrder(
  { entities, order: wanted }: Drawn,
  name: string,
  index: 'primary' | 'GSI1',
  found: readonly Item[],
): void {
  if (wanted !== 'newest' && wanted !== 'oldest') return
  const own = entities[Number(name.slice(1))]
  const template = (index === 'primary' ? own : own?.index) ?? { pk: '', sk: '' }
  const inPartition = [...template.pk.matchAll(/\{([abcn])/g)].map(([, slot]) => slot)
  const slots = [...template.sk.matchAll(/\{([abcn])(:upper)?/g)].filter(
    ([, one]) => !inPartition.includes(one),
  )
  const [slot] = slots
  if (slot === undefined || slot[2] !== undefined) return
  const values = found.map((value) => value[slot[1] as keyof Item])
  const ascending = [...values].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))
  expect(values, `${name} ${wanted}`).toEqual(wanted === 'oldest' ? ascending : ascending.reverse())
}

function sorted(items: readonly Item[]): string[] {
  return items.map(({ a, b, c, n }) => JSON.stringify([a, b, c, n])).sort()
}
