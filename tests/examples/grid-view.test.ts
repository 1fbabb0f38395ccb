import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createDatabase } from '@monotable/engine'
import { createTableInput } from '@monotable/model'
import { check } from '@monotable/model/check'
import { createServer } from '@monotable/server'
import { openDatabase } from 'monotable'
import { afterEach, describe, expect, it } from 'vitest'
import { createChance } from '../../examples/grid-view/chance.ts'
import { designs, type OpenDesign } from '../../examples/grid-view/designs.ts'
import type {
  Direction,
  Field,
  FieldValue,
  GridStore,
  Issue,
  IssuePage,
  PageRequest,
} from '../../examples/grid-view/grid-store.ts'
import { openInMemory, tablesOf } from '../../examples/grid-view/open-designs.ts'
import { printReport } from '../../examples/grid-view/print-report.ts'
import { runReport } from '../../examples/grid-view/run-report.ts'
import { gridModel } from '../../examples/grid-view/single-table-model.ts'
import { createSingleTableStore } from '../../examples/grid-view/single-table-store.ts'

const project = 'p1'
const fields: readonly Field[] = (
  [
    ['text', 'text'],
    ['date', 'date'],
    ['int', 'int'],
    ['number', 'number'],
    ['rare', 'number'],
    ['never', 'text'],
  ] as const
).map(([id, type], at) => ({ id, project, name: `The ${id}`, type, position: at + 1 }))

const values: { readonly [field: string]: readonly FieldValue[] } = {
  text: ['b', 'a', 'a#b', 'a b', 'a$', 'a\u0001', 'aa', 'A', 'é', '😀', '＃', '0', '#', ' ', '"<b>"'],
  date: ['2023-05-01', '2023-05-02', '2023-06-01', '1999-12-31'],
  int: [0, 1, 9, 10, 42, 999_999],
  number: [0, -1, -1.5, -10, 10, 9, 0.1, 0.09, 1e21, -1e21, 42, 1e-9],
  rare: [-3, 3],
}

type List = (page: PageRequest) => Promise<IssuePage>

afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})
const opened: (() => Promise<unknown>)[] = []

/** A list of issues, implemented in the obvious way: slow, and right. */
function createNaive() {
  const issues = new Map<string, Issue>()
  const compare = (one: FieldValue, other: FieldValue) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
  const byNumber = (direction: Direction) => {
    const sorted = [...issues.values()].sort((one, other) => one.num - other.num)
    return direction === 'ascending' ? sorted : sorted.reverse()
  }
  return {
    issues,
    byNumber,
    byField: (field: string, direction: Direction) => {
      const has = (issue: Issue) => Object.hasOwn(issue.fields, field)
      const sign = direction === 'ascending' ? 1 : -1
      const sorted = byNumber('ascending')
        .filter(has)
        .sort((one, other) => {
          const order = compare(one.fields[field] as FieldValue, other.fields[field] as FieldValue)
          return sign * (order === 0 ? one.num - other.num : order)
        })
      return [...sorted, ...byNumber(direction).filter((issue) => !has(issue))]
    },
  }
}

async function prepare(store: GridStore): Promise<void> {
  await store.createTenant({ id: 't1', name: 'Tenant' })
  await store.createProject({ id: project, tenant: 't1', name: 'Project' })
  for (const field of fields) await store.defineField(field)
}

async function readAll(list: List, limit: number): Promise<Issue[]> {
  const issues: Issue[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit, cursor })
    expect(page.issues.length).toBeLessThanOrEqual(limit)
    // Only the last page may be shorter than requested.
    if (page.next !== undefined) expect(page.issues).toHaveLength(limit)
    issues.push(...page.issues)
    cursor = page.next
  } while (cursor !== undefined)
  return issues
}

/** Does the same random operations with a design and with a list, and compares everything readable now and then. */
async function runScenario(design: OpenDesign, seed: number, steps: number): Promise<void> {
  const { store } = design
  const naive = createNaive()
  const chance = createChance(seed)
  const below = (limit: number) => Math.floor(chance() * limit)
  const draw = <Value>(from: readonly Value[]): Value => from[below(from.length)] as Value
  const drawFields = (share: number) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([field]) => chance() < (field === 'rare' ? 0.1 : share))
        .map(([field, some]) => [field, draw(some)]),
    )
  let num = 0
  const actions = [
    async () => {
      num++
      const issue: Issue = {
        id: `i${below(1_000_000)}-${num}`,
        project,
        num,
        name: `Issue ${num}`,
        state: 'open',
        fields: drawFields(0.6),
      }
      await store.putIssue(issue)
      naive.issues.set(issue.id, issue)
    },
    async (issue: Issue) => {
      const changed = { ...issue, name: 'Changed', fields: drawFields(0.5) }
      await store.putIssue(changed)
      naive.issues.set(issue.id, changed)
    },
    async (issue: Issue) => {
      const set = drawFields(0.3)
      const gone = Object.keys(values).filter((field) => !Object.hasOwn(set, field) && chance() < 0.3)
      await store.updateFields(issue, { ...set, ...Object.fromEntries(gone.map((field) => [field, null])) })
      const left = Object.entries({ ...issue.fields, ...set }).filter(([field]) => !gone.includes(field))
      naive.issues.set(issue.id, { ...issue, fields: Object.fromEntries(left) })
    },
    async (issue: Issue) => {
      await store.removeIssue(issue)
      naive.issues.delete(issue.id)
    },
  ] as const
  for (let step = 1; step <= steps; step++) {
    const issue = draw([...naive.issues.values()])
    if (issue === undefined || chance() < 0.5) await actions[0]()
    else await draw([actions[1], actions[2], actions[2], actions[3]])(issue)
    if (step % 40 === 0 || step === steps) {
      await design.settled()
      for (const direction of ['ascending', 'descending'] as const) {
        const limit = 1 + below(30)
        const byNumber: List = (page) => store.issuesByNumber({ project, direction }, page)
        expect(await readAll(byNumber, limit), `by number, ${limit}`).toEqual(naive.byNumber(direction))
        for (const { id: field } of fields) {
          const byField: List = (page) => store.issuesByField({ project, field, direction }, page)
          const found = await readAll(byField, 1 + below(30))
          expect(found, `by ${field}, ${direction}, ${limit}`).toEqual(naive.byField(field, direction))
        }
      }
    }
  }
}

describe.each(designs.map((design) => [design.name, design] as const))('%s', (_, design) => {
  const open = async () => {
    const one = await openInMemory(design)
    opened.push(one.close)
    await prepare(one.store)
    return one
  }

  it.each([1, 2])('lists what a plain list would, after any operations: seed %d', async (seed) => {
    await runScenario(await open(), seed, 80)
  })

  it('keeps an issue with 400 fields', async () => {
    const one = await open()
    const many = Array.from({ length: 400 }, (_, at): Field => {
      return { id: `f${at}`, project, name: `${at}`, type: at % 2 === 0 ? 'number' : 'text', position: at }
    })
    for (const field of many) await one.store.defineField(field)
    const all = (scale: number) =>
      Object.fromEntries(
        many.map(({ id, type }, at) => [id, type === 'number' ? at * scale + 1 : `${at * scale}`]),
      )
    const issue: Issue = { id: 'big', project, num: 1, name: 'Big', state: 'open', fields: all(1) }
    await one.store.putIssue(issue)
    expect(await one.store.issue(issue)).toEqual(issue)
    await one.store.updateFields(issue, all(-1))
    // Changes that fit into a transaction are atomic. Larger ones are not, except in a document.
    const some = (count: number) => Object.fromEntries(Object.entries(all(-1)).slice(0, count))
    const { units: hundred } = await one.measured((store) => store.updateFields(issue, some(100)))
    const { units: more } = await one.measured((store) => store.updateFields(issue, some(102)))
    const writes = [hundred, more].map(({ requests }) =>
      requests.map(({ operation }) => operation).filter((name) => name !== 'GetItem'),
    )
    const twice = ['TransactWriteItems', 'TransactWriteItems']
    expect(writes).toEqual(
      design.name === 'document' ? [['PutItem'], ['PutItem']] : [['TransactWriteItems'], twice],
    )
    await one.settled()
    const { issues } = await one.store.issuesByField({ project, field: 'f398' }, { limit: 10 })
    expect(issues).toEqual([{ ...issue, fields: all(-1) }])
    await one.store.removeIssue(issue)
    await one.settled()
    expect(await one.store.issuesByField({ project, field: 'f398' }, { limit: 10 })).toEqual({ issues: [] })
  })

  it('has projects and fields in order, and refuses invalid ones', async () => {
    const { store } = await open()
    await store.createProject({ id: 'p0', tenant: 't1', name: 'Another' })
    expect((await store.projects('t1')).map(({ name }) => name)).toEqual(['Another', 'Project'])
    expect(await store.fields(project)).toEqual(fields)
    const issue: Issue = { id: 'i', project, num: 1, name: 'I', state: 'open', fields: {} }
    await store.putIssue(issue)
    const refused = [
      [{ int: -1 }, /whole number/],
      [{ number: Number.NaN }, /wants a number/],
      [{ number: 1e126 }, /wants a number/],
      [{ date: '2023-13-01' }, /wants a date/],
      [{ date: '2023-02-29' }, /wants a date/],
      [{ text: '\ud800' }, /wants text/],
      [{ text: 'x'.repeat(301) }, /300 bytes/],
      [{ text: 1 }, /wants text/],
      [JSON.parse('{"__proto__": 1}'), /no field/],
    ] as const
    for (const [changes, message] of refused)
      await expect(store.updateFields(issue, changes)).rejects.toThrow(message)
    await expect(store.updateFields({ project, id: 'nobody' }, { int: 1 })).rejects.toThrow('no such issue')
    await expect(store.issuesByNumber({ project }, { limit: 1, cursor: 'x' })).rejects.toThrow('cursor')
    await store.updateFields(issue, { text: 'x'.repeat(300) })
    await store.updateFields(issue, { text: '' })
    expect(await store.issue(issue)).toEqual(issue)
  })

  it('has a model without faults', () => {
    expect(check(design.model).findings).toEqual([])
  })

  it('works over HTTP with the AWS SDK', async () => {
    const database = await createDatabase()
    const server = await createServer(database, { port: 0 })
    opened.push(
      () => server.close({ limitMs: 0 }),
      () => database.close(),
    )
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
    const client = new DynamoDBClient({ endpoint: server.url, region: 'us-east-1', credentials })
    for (const definition of tablesOf(design.model)) {
      await client.send(new CreateTableCommand(createTableInput({ definition })))
    }
    const one = await design.open(client)
    await prepare(one.store)
    await runScenario(one, 4, 30)
    client.destroy()
  })
})

it('the single table looks exactly as in the layout', async () => {
  const database = await openDatabase()
  opened.push(() => database.close())
  for (const definition of tablesOf(gridModel))
    await database.send('CreateTable', createTableInput({ definition }))
  await fillLayout(createSingleTableStore(gridModel.connect(database), new Map()))

  const { Items = [] } = await database.send('Scan', { TableName: 'GridView' })
  expect(Items.map((item) => rowOf(item, tableColumns)).sort()).toEqual(rowsOf(tableLayout))
  const index = await database.send('Scan', { TableName: 'GridView', IndexName: 'Related' })
  const found = (index.Items ?? []).map((item) => rowOf(item, ['Related Id', 'Sort String', 'Entity Id']))
  expect(found.sort()).toEqual(rowsOf(indexLayout))
})

it('the report says what each design takes for the same work', async () => {
  const report = await runReport({ issues: 100, runs: 3 }, { now: () => 0 }, () => undefined)
  const requests = report.designs.map(({ design, figures }) => {
    const { firstByNumber, firstByField, updateOne, updateMany } = figures
    return [design, ...[firstByNumber, firstByField, updateOne, updateMany].map((figure) => figure.requests)]
  })
  expect(requests).toEqual([
    ['classic', 52, 52, 2, 3],
    ['pre-joined', 51, 51, 2, 3],
    ['single-table', 51, 51, 2, 3],
    ['document', 2, 2, 1, 2],
  ])
  const [classic, , , document] = report.designs
  expect(classic?.figures.updateOne).toMatchObject({ read: 1, write: 3, stream: { requests: 0 } })
  expect(document?.figures.updateOne).toMatchObject({ read: 0, write: 1, stream: { write: 6 } })
  expect(printReport(report)).toMatch(/100 issues with 40 fields[\s\S]*Documents[\s\S]*and the stream/)
})

const tableColumns = ['Entity Id', 'Related Id', 'Sort String', 'Name', 'Num', 'State', 'Type']

/*
 * Two mistakes of the layout's author are corrected: values are called xvalue in the index, too, since the index is
 * over the same attribute; and the definition of field 3fe6 is not called 35e6.
 */
const tableLayout = `
tenant-0807 | * | | ACME Engineering | | |
tenant-3cc8 | * | | Big Media | | |
project-35e9 | tenant-0807 | Forth Rail Bridge | | | |
project-35e9 | xattrib-3fe6 | | Num Items | 3 | | int
project-35e9 | xattrib-3812 | | Start | 1 | | date
project-35e9 | xattrib-47e5 | | Sign Off | 4 | | text
project-35e9 | xattrib-882a | | End | 2 | | date
project-7b7e | tenant-3cc8 | The Daily News | | | |
issue-020e | project-35e9 | 000001 | Needs Painting | | open |
issue-020e | xvalue-3812 | 2023-05-01#000001 | | | |
issue-020e | xvalue-882a | 2023-06-01#000001 | | | |
issue-3544 | project-7b7e | 000001 | Launch new newspaper! | | closed |
issue-67d1 | project-35e9 | 000002 | Check for rust | | closed |
issue-67d1 | xvalue-3812 | 2023-05-02#000002 | | | |
issue-67d1 | xvalue-882a | 2023-06-02#000002 | | | |
issue-83a4 | project-7b7e | 000002 | Hire reporter for showbiz desk | | open |
issue-af34 | project-35e9 | 000003 | Girder needs replacing | | open |
issue-af34 | xvalue-3fe6 | 000042#000003 | | | |
issue-af34 | xvalue-47e5 | Approved#000003 | | | |`

const indexLayout = `
tenant-0807 | Forth Rail Bridge | project-35e9
tenant-3cc8 | The Daily News | project-7b7e
project-35e9 | 000001 | issue-020e
project-35e9 | 000002 | issue-67d1
project-35e9 | 000003 | issue-af34
project-7b7e | 000001 | issue-3544
project-7b7e | 000002 | issue-83a4
xvalue-3812 | 2023-05-01#000001 | issue-020e
xvalue-3812 | 2023-05-02#000002 | issue-67d1
xvalue-3fe6 | 000042#000003 | issue-af34
xvalue-47e5 | Approved#000003 | issue-af34
xvalue-882a | 2023-06-01#000001 | issue-020e
xvalue-882a | 2023-06-02#000002 | issue-67d1`

function rowsOf(layout: string): string[] {
  const rows = layout.trim().split('\n')
  return rows
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .join('|'),
    )
    .sort()
}

function rowOf(item: object, columns: readonly string[]): string {
  const wire = item as { readonly [attribute: string]: { readonly S?: string; readonly N?: string } }
  return columns.map((column) => wire[column]?.S ?? wire[column]?.N ?? '').join('|')
}

async function fillLayout(store: GridStore): Promise<void> {
  await store.createTenant({ id: '0807', name: 'ACME Engineering' })
  await store.createTenant({ id: '3cc8', name: 'Big Media' })
  await store.createProject({ id: '35e9', tenant: '0807', name: 'Forth Rail Bridge' })
  await store.createProject({ id: '7b7e', tenant: '3cc8', name: 'The Daily News' })
  const defined = [
    ['3812', 'Start', 'date'],
    ['882a', 'End', 'date'],
    ['3fe6', 'Num Items', 'int'],
    ['47e5', 'Sign Off', 'text'],
  ] as const
  for (const [at, [id, name, type]] of defined.entries()) {
    await store.defineField({ id, project: '35e9', name, type, position: at + 1 })
  }
  const kept = [
    ['020e', '35e9', 1, 'Needs Painting', 'open', { '3812': '2023-05-01', '882a': '2023-06-01' }],
    ['3544', '7b7e', 1, 'Launch new newspaper!', 'closed', {}],
    ['67d1', '35e9', 2, 'Check for rust', 'closed', { '3812': '2023-05-02', '882a': '2023-06-02' }],
    ['83a4', '7b7e', 2, 'Hire reporter for showbiz desk', 'open', {}],
    ['af34', '35e9', 3, 'Girder needs replacing', 'open', { '3fe6': 42, '47e5': 'Approved' }],
  ] as const
  for (const [id, of, num, name, state, given] of kept) {
    await store.putIssue({ id, project: of, num, name, state, fields: given })
  }
}
