import { createDatabase, type Database } from '@monotable/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SendAnswer } from '../../shared/api.ts'
import type { CsvRow } from './csv-parser.ts'
import { type CsvOutcome, importCsv, type WriteRows } from './import-csv.ts'
import { findPlanProblem, planColumns, type Target } from './plan-columns.ts'
import { addRows, replaceRows, type SendAnswered } from './write-rows.ts'

const target: Target = { key: [{ name: 'id', type: 'S' }] }
const pause = async () => undefined

let database: Database
beforeEach(async () => {
  database = await createDatabase()
  await database.send('CreateTable', {
    TableName: 'People',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
})
afterEach(() => database.close())

const send: SendAnswered = async (operation, input): Promise<SendAnswer> => {
  try {
    return { output: (await database.send(operation as never, input as never)) as never, durationMs: 0 }
  } catch (error) {
    const { name, message } = error as Error
    return { error: { name, message }, durationMs: 0 }
  }
}

const unreached: SendAnswered = async () => ({
  error: { name: 'NetworkError', message: 'it cannot be reached' },
  durationMs: 0,
})

function run(
  csv: string | Blob,
  write: WriteRows = replaceRows({ send, table: 'People', pause }),
  {
    signal = new AbortController().signal,
    onProgress = (_: { written: number }) => {},
    before = undefined as CsvOutcome | undefined,
  } = {},
) {
  const columns = ['id', 'n', 'note'].map((attribute) => ({
    header: attribute,
    attribute,
    type: attribute === 'n' ? ('N' as const) : ('S' as const),
  }))
  const plan = { columns, leavesOutEmpty: false }
  const file = typeof csv === 'string' ? new Blob([csv]) : csv
  return importCsv({ file, delimiter: ',', plan, target, write, signal, onProgress, before })
}
const reasonsOf = ({ refused }: Awaited<ReturnType<typeof run>>) =>
  refused.map(({ row, reason }) => `${row.line}: ${reason}`)
const stored = async () => (await database.send('Scan', { TableName: 'People' })).Items ?? []

describe('importCsv', () => {
  it('writes what it can, and reports each record that it cannot', async () => {
    const outcome = await run('id,n,note\na,1,x\nb,two,y\n,3,\na,4,again\nc,5\nd,6,"broken"er\ne,7,""\nf,,\n')
    expect(outcome.written).toBe(3)
    expect(reasonsOf(outcome)).toEqual([
      expect.stringContaining('3: n: '),
      '4: a part of its key is missing',
      '5: it has the same key as line 2',
      '6: it has 2 fields, but the header has 3',
      '7: there is text after a closing quote',
    ])
    expect(await stored()).toHaveLength(3)
    const { Item } = await database.send('GetItem', { TableName: 'People', Key: { id: { S: 'e' } } })
    expect(Item).toEqual({ id: { S: 'e' }, n: { N: '7' }, note: { S: '' } })
  })

  it('reports which items of a batch DynamoDB refused, and writes the others', async () => {
    const long = 'x'.repeat(2_100)
    const outcome = await run(`id,n,note\na,1,\n${long},2,\nb,3,\n`)
    expect(outcome.written).toBe(2)
    expect(reasonsOf(outcome)).toEqual([expect.stringMatching(/^3: .*size/)])
  })

  it('continues where it ended, with the records that may not have been written', async () => {
    const csv = `id,n,note\n${Array.from({ length: 200 }, (_, place) => `k${place},${place},\n`).join('')}k3,3,twice\n`
    let sent = 0
    const write = replaceRows<CsvRow>({ send, table: 'People', pause })
    const lost = await run(csv, (rows) => {
      if (sent++ === 2) throw new Error('it is gone')
      return write(rows)
    })
    expect(lost.ended).toBe('it is gone')
    expect(lost.unknown.size).toBe(25)
    expect(lost.refused).toHaveLength(25)
    const again: number[] = []
    const rest = await run(
      csv,
      (rows) => {
        again.push(...rows.map(({ row }) => row.line))
        return write(rows)
      },
      { before: lost },
    )
    expect(again).toHaveLength(200 - lost.written)
    expect(again.slice(0, 25)).toEqual([...lost.unknown])
    expect(rest).toMatchObject({ written: 200, lastLine: 202 })
    expect(reasonsOf(rest)).toEqual(['202: it has the same key as line 5'])
    expect(await stored()).toHaveLength(200)
  })

  it('an import that resumes, and ends before the records that may not have been written, reports them again', async () => {
    const csv = `id,n,note\n${Array.from({ length: 200 }, (_, place) => `k${place},${place},\n`).join('')}`
    let sent = 0
    const write = replaceRows<CsvRow>({ send, table: 'People', pause })
    const lost = await run(csv, (rows) => {
      if (sent++ === 2) throw new Error('it is gone')
      return write(rows)
    })
    const stopped = await run(csv, write, { before: lost, signal: AbortSignal.abort() })
    expect(stopped).toEqual({ ...lost, ended: 'Stopped.', share: expect.any(Number) })
    const rest = await run(csv, write, { before: stopped })
    expect(rest).toMatchObject({ written: 200, refused: [] })
    expect(await stored()).toHaveLength(200)
  })

  it('a record refused after records that were not sent is reported only once', async () => {
    const csv = 'id,n,note\na,1,\nb,no number,\nc,3,\n'
    const aborted = [false, false, true]
    const signal = {
      get aborted() {
        return aborted.shift()
      },
    } as AbortSignal
    const stopped = await run(csv, undefined, { signal })
    expect(stopped).toMatchObject({ written: 0, lastLine: 1 })
    const rest = await run(csv, undefined, { before: stopped })
    expect(rest.written).toBe(2)
    expect(reasonsOf(rest)).toEqual([expect.stringMatching(/^3: /)])
  })

  it('leaves existing items alone if asked to', async () => {
    await database.send('PutItem', { TableName: 'People', Item: { id: { S: 'a' }, n: { N: '0' } } })
    const outcome = await run('id,n,note\na,1,\nb,2,\n', addRows({ send, table: 'People', pause }, 'id'))
    expect(outcome.written).toBe(1)
    expect(reasonsOf(outcome)).toEqual(['2: an item with this key exists'])
    const { Item } = await database.send('GetItem', { TableName: 'People', Key: { id: { S: 'a' } } })
    expect(Item).toMatchObject({ n: { N: '0' } })
  })

  it('sends unprocessed items again, and reports those that remain unprocessed', async () => {
    let calls = 0
    const leaving: SendAnswered = (operation, input) => {
      calls += 1
      const { RequestItems } = input as { RequestItems: { People: object[] } }
      if (calls > 2) return send(operation, input)
      if (calls === 1)
        return Promise.resolve({ error: { name: 'ThrottlingException', message: 'slow' }, durationMs: 0 })
      return Promise.resolve({
        output: { UnprocessedItems: { People: RequestItems.People.slice(1) } },
        durationMs: 0,
      })
    }
    const outcome = await run(
      'id,n,note\na,1,\nb,2,\nc,3,\n',
      replaceRows({ send: leaving, table: 'People', pause }),
    )
    expect([outcome.written, outcome.refused]).toEqual([3, []])
    expect((await stored()).map(({ id }) => id?.S).toSorted()).toEqual(['b', 'c'])
    const never: SendAnswered = async (_, input) => ({
      output: { UnprocessedItems: (input as { RequestItems: object }).RequestItems },
      durationMs: 0,
    })
    const stuck = await run('id,n,note\na,1,\n', replaceRows({ send: never, table: 'People', pause }))
    expect(reasonsOf(stuck)).toEqual(['2: The table is throttled right now.'])
  })

  it('can be stopped: batches in flight are written, and the rest is not touched', async () => {
    const controller = new AbortController()
    const lines = Array.from({ length: 1_000 }, (_, number) => `k${number},${number},\n`)
    const outcome = await run(`id,n,note\n${lines.join('')}`, undefined, {
      signal: controller.signal,
      onProgress: ({ written }) => written > 0 && controller.abort(),
    })
    expect(outcome.ended).toBe('Stopped.')
    expect(outcome.written).toBeLessThan(1_000)
    expect(outcome.lastLine).toBe(outcome.written + 1)
    expect(await stored()).toHaveLength(outcome.written)
  })

  it('ends when the workbench is gone, and reports what is uncertain', async () => {
    const outcome = await run('id,n,note\na,1,\nb,2,\n', async () => {
      throw new Error('gone')
    })
    expect(outcome).toMatchObject({ ended: 'gone', written: 0 })
    expect(reasonsOf(outcome)).toEqual([
      '2: it may or may not have been written: gone',
      '3: it may or may not have been written: gone',
    ])
  })

  it.each([
    ['replaced', () => replaceRows({ send: unreached, table: 'People', pause })],
    ['added', () => addRows({ send: unreached, table: 'People', pause }, 'id')],
  ])('ends when the database can no longer be reached while items are %s', async (_, writer) => {
    const lines = Array.from({ length: 300 }, (_, at) => `${at},1,`)
    const outcome = await run(`id,n,note\n${lines.join('\n')}`, writer() as WriteRows)
    expect(outcome).toMatchObject({ written: 0, ended: 'it cannot be reached' })
    expect(outcome.refused.length).toBeLessThan(300)
    expect(outcome.refused[0]?.reason).toContain('it may or may not have been written')
  })

  it('sends no more at once than a request accepts', async () => {
    const lengths: number[] = []
    const write: WriteRows = async (rows) => {
      lengths.push(rows.reduce((sum, { item }) => sum + JSON.stringify(item).length, 0))
      return []
    }
    const lines = Array.from({ length: 12 }, (_, at) => `${at},1,${'x'.repeat(1_500_000)}`)
    const outcome = await run(`id,n,note\n${lines.join('\n')}`, write)
    expect(outcome.written).toBe(12)
    expect(Math.max(...lengths)).toBeLessThan(5_000_000)
  })

  it('accepts UTF-16 with a byte order mark, and rejects invalid bytes', async () => {
    const text = 'id,n,note\nä,1,€\n'
    const utf16 = new Uint16Array([0xfeff, ...[...text].map((character) => character.charCodeAt(0))])
    expect((await run(new Blob([utf16]))).written).toBe(1)
    expect(await stored()).toEqual([{ id: { S: 'ä' }, n: { N: '1' }, note: { S: '€' } }])
    const latin = await run(new Blob([new Uint8Array([0x69, 0x64, 0x0a, 0xe4, 0x0a])]))
    expect(latin.ended).toContain('not UTF-8')
  })

  it('stops by itself if nearly everything is refused', async () => {
    const outcome = await run(`id,n,note\n${'x,y,z\n'.repeat(12_000)}`)
    expect(outcome.ended).toBe('10,000 records were rejected.')
    expect(outcome.refused).toHaveLength(10_000)
    expect(outcome.lastLine).toBe(10_001)
  })
})

describe('planColumns', () => {
  const rows = (...lines: string[][]) => lines.map((fields, place) => ({ line: place + 2, fields }))

  it('uses the table, the headers, and what all fields look like', () => {
    const columns = planColumns(
      ['id', 'age', 'zip', 'on', 'tags:SS', 'json', ''],
      rows(['1', '2', '007', 'true', '["a"]', '[1]', 'x'], ['2', '3.5', '8', 'FALSE', '', '{}', 'y']),
      target,
    )
    expect(columns.map(({ attribute, type }) => `${attribute} ${type}`)).toEqual([
      ...['id S', 'age N', 'zip S', 'on BOOL', 'tags SS', 'json JSON', ' SKIP'],
    ])
  })

  it('says what is missing', () => {
    const plan = (...headers: string[]) => ({
      columns: planColumns(headers, [], target),
      leavesOutEmpty: false,
    })
    expect(findPlanProblem(plan('a'), target)).toContain('No column sets id')
    expect(findPlanProblem(plan('id', 'a', 'a:N'), target)).toBe('Two columns set a.')
    expect(findPlanProblem(plan('id:N'), target)).toContain('is of type S')
    expect(findPlanProblem(plan('id'), target)).toBeUndefined()
  })
})
