import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createDatabase, type Database } from '@monotable/engine'
import { createServer, type Server } from '@monotable/server'
import { findStore } from '@monotable/storage-files'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../../../tests/run-command.ts'
import type { ExportState } from './export-state.ts'
import { requireImportFiles } from './import-files.ts'
import { digestFiles, importStateFile, saveImportState } from './import-state.ts'

// The installed command: these tests run the latest build.
const command = fileURLToPath(new URL('../../bin/monotable.js', import.meta.url))

let folder: string
let db: Database
let server: Server
let children: ChildProcess[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transfer-'))
  children = []
  db = await createDatabase()
  server = await createServer(db, { port: 0 })
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.close({ limitMs: 0 })
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  })
  children.push(child)
  return child
}

/** Runs the built command in a separate process. */
async function runApart(args: readonly string[], input?: string) {
  const child = start(args)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin?.end(input ?? '')
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, stdout, stderr }
}

const run = (args: readonly string[]) => runCommand(folder, args)

const definition = {
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' as const },
    { AttributeName: 'g', AttributeType: 'N' as const },
  ],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byG',
      KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
}

async function fill(count: number): Promise<void> {
  await db.send('CreateTable', { TableName: 'Music', ...definition })
  for (let i = 0; i < count; i++) {
    await db.send('PutItem', {
      TableName: 'Music',
      Item: {
        pk: { S: `k${i}` },
        g: { N: `${i % 3}` },
        big: { N: '12345678901234567890123456789012345678' },
        bytes: { B: 'AP8=' },
        set: { NS: ['1', '2'] },
        map: { M: JSON.parse('{"__proto__":{"L":[{"NULL":true},{"BOOL":false}]}}') },
        ...JSON.parse('{"__proto__":{"S":"line\\nbreak, \\"quoted\\""}}'),
      },
    })
  }
}

async function contents(TableName: string): Promise<string[]> {
  const items: object[] = []
  let ExclusiveStartKey: unknown
  do {
    const caller = { region: 'us-east-1', accountId: '000000000000' }
    const input = { TableName, ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}) }
    const page = JSON.parse(await db.execute('Scan', input, caller))
    items.push(...page.Items)
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items.map((item) => JSON.stringify(Object.entries(item).sort())).sort()
}

describe('export and import', () => {
  test('copy a table to another, with all types', async () => {
    await fill(120)
    const at = ['--endpoint', server.url]
    const exported = await runApart(['export', '--table', 'Music', '--to', 'out', '--json', ...at])
    expect(exported).toMatchObject({ code: 0 })
    const { items, manifest } = JSON.parse(exported.stdout)
    expect(items).toBe(120)
    expect(exported.stderr).toContain('Exporting Music: 120 items')
    expect(JSON.parse(readFileSync(join(folder, 'out', manifest), 'utf8'))).toMatchObject({
      itemCount: 120,
      outputFormat: 'DYNAMODB_JSON',
    })
    const imported = await runApart([
      'import',
      '--table',
      'Copy',
      '--from',
      'out',
      '--create',
      '--json',
      ...at,
    ])
    expect(imported).toMatchObject({ code: 0 })
    expect(JSON.parse(imported.stdout)).toMatchObject({ table: 'Copy', items: 120, refused: 0 })
    expect(await contents('Copy')).toEqual(await contents('Music'))
    const { Table } = await db.send('DescribeTable', { TableName: 'Copy' })
    expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'byG', ItemCount: 120 }])
  })

  test('keep tables that are exported to one folder apart', async () => {
    await fill(3)
    await db.send('CreateTable', {
      TableName: 'Numbers',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    const at = ['--endpoint', server.url]
    const { stdout } = await run(['export', '-t', 'Music', '--to', 'out', '--json', ...at])
    await run(['export', '-t', 'Numbers', '--to', 'out', ...at])
    const from = dirname(join('out', JSON.parse(stdout).manifest))
    expect(await run(['import', '-t', 'Copy', '--from', from, '--create', ...at])).toMatchObject({ code: 0 })
    expect(await contents('Copy')).toEqual(await contents('Music'))
  })

  test('work through a pipe, and on the folder of a database', async () => {
    await fill(30)
    const out = await runApart(['export', '--table', 'Music', '--to', '-', '-q', '--endpoint', server.url])
    expect(out).toMatchObject({ code: 0, stderr: '' })
    expect(out.stdout.trim().split('\n').length).toBe(30)
    await runApart(['export', '--table', 'Music', '--to', 'out', '-q', '--endpoint', server.url])
    const made = await runApart(['import', '--table', 'Music', '--from', 'out', '--create', '--path', 'data'])
    expect(made).toMatchObject({ code: 0 })
    const again = await runApart(['import', '--table', 'Music', '--from', '-', '--path', 'data'], out.stdout)
    expect(again).toMatchObject({ code: 0 })
    const back = await runApart(['export', '--table', 'Music', '--to', '-', '-q', '--path', 'data'])
    expect(back.stdout.split('\n').sort()).toEqual(out.stdout.split('\n').sort())
  })

  test('create a folder with the requested kind of store, and reject a kind other than the existing one', async () => {
    await fill(2)
    await run(['export', '-t', 'Music', '--to', 'out', '-q', '--endpoint', server.url])
    const args = ['import', '-t', 'Music', '--from', 'out', '--create', '-q', '--path', 'data', '--store']
    expect(await run([...args, 'log'])).toMatchObject({ code: 0 })
    expect(findStore(join(folder, 'data'))).toBe('log')
    const refused = { code: 1, stderr: expect.stringContaining('is in the store "log"') }
    expect(await run([...args, 'sqlite'])).toMatchObject(refused)
    expect(await run(['import', '-t', 'Music', '--from', 'out', '--store', 'log'])).toMatchObject({ code: 2 })
  })

  test.skipIf(process.platform === 'win32')('read a named pipe', async () => {
    await fill(0)
    const script = `mkfifo pipe && echo '{"Item":{"pk":{"S":"a"}}}' > pipe`
    children.push(spawn('sh', ['-c', script], { cwd: folder }))
    await vi.waitUntil(() => existsSync(join(folder, 'pipe')), { timeout: 120_000 })
    const args = ['import', '-t', 'Music', '--from', 'pipe', '--json', '--endpoint', server.url]
    const { code, stdout } = await run(args)
    expect([code, JSON.parse(stdout).items]).toEqual([0, 1])
  })

  test('read CSV, by the types of the keys', async () => {
    await db.send('CreateTable', { TableName: 'Music', ...definition })
    writeFileSync(join(folder, 'in.csv.gz'), gzipSync('pk,g,note\na,1,"x, y"\nb,2,z\nc,,\n'))
    const imported = await run([
      'import',
      '--table',
      'Music',
      '--from',
      'in.csv.gz',
      '--endpoint',
      server.url,
    ])
    expect(imported).toMatchObject({ code: 0 })
    expect(await contents('Music')).toEqual([
      JSON.stringify(Object.entries({ g: { N: '1' }, note: { S: 'x, y' }, pk: { S: 'a' } })),
      JSON.stringify(Object.entries({ g: { N: '2' }, note: { S: 'z' }, pk: { S: 'b' } })),
      // Index keys cannot be empty.
      JSON.stringify(Object.entries({ note: { S: '' }, pk: { S: 'c' } })),
    ])
    const exported = await run([
      'export',
      '-t',
      'Music',
      '--to',
      'csv',
      '--format',
      'csv',
      '--endpoint',
      server.url,
    ])
    expect(exported).toMatchObject({ code: 0 })
    await db.send('CreateTable', { TableName: 'Copy', ...definition })
    await run(['import', '--table', 'Copy', '--from', 'csv', '--endpoint', server.url])
    expect(await contents('Copy')).toEqual(await contents('Music'))
  })

  test('apply incremental exports, and report which items are wrong', async () => {
    await fill(2)
    const lines = [
      { Keys: { pk: { S: 'k0' } }, NewImage: { pk: { S: 'k0' }, v: { S: 'new' } } },
      { Keys: { pk: { S: 'k1' } } },
      { Item: { pk: { N: '1' } } },
      { Item: { pk: { S: 'k2' } } },
    ]
    const input = [...lines.map((line) => JSON.stringify(line)), 'garbage'].join('\n')
    const { code, stderr } = await runApart(
      ['import', '-t', 'Music', '--from', '-', '--endpoint', server.url],
      input,
    )
    expect(code).toBe(1)
    expect(stderr).toContain('an item was rejected: ')
    expect(stderr).toContain('Type mismatch for key pk')
    expect(stderr).toContain('standard input, item 5: not JSON')
    expect(await contents('Music')).toEqual([
      JSON.stringify(Object.entries({ pk: { S: 'k0' }, v: { S: 'new' } })),
      JSON.stringify(Object.entries({ pk: { S: 'k2' } })),
    ])
  })

  test('do not pass control characters of a file on to the terminal', async () => {
    const item = { pk: { S: 'k' }, v: { N: '\u001b[2J' } }
    writeFileSync(join(folder, 'items.json'), JSON.stringify({ Item: item }))
    await fill(0)
    const { stderr } = await run(['import', '-t', 'Music', '--from', 'items.json', '--endpoint', server.url])
    expect(stderr).toContain('converted to a numeric value: ?[2J')
  })

  test('read exports in Ion, both full and incremental', async () => {
    await fill(2)
    const lines = [
      '$ion_1_0 {Item:{pk:"k2",v:103.}}',
      '$ion_1_0 {Record:{Keys:{pk:"k0"},NewImage:{pk:"k0",v:"new"}}}',
      '$ion_1_0 {Record:{Keys:{pk:"k1"},OldImage:{pk:"k1"}}}',
    ]
    writeFileSync(join(folder, 'items.ion.gz'), gzipSync(lines.join('\n')))
    const { code } = await run(['import', '-t', 'Music', '--from', 'items.ion.gz', '--endpoint', server.url])
    expect(code).toBe(0)
    expect(await contents('Music')).toEqual([
      JSON.stringify(Object.entries({ pk: { S: 'k0' }, v: { S: 'new' } })),
      JSON.stringify(Object.entries({ pk: { S: 'k2' }, v: { N: '103' } })),
    ])
  })

  test.each([
    ['pk,v\na,1\n"open,2\n', 'line 3: a quoted cell has no end'],
    ['pk,v,w,v\na,1,2,3\n', 'the header names the column "v" twice'],
    ['PK,v\na,1\n', 'the header has no column "pk", which is a key of the table\n'],
    ['pk,v\ra,1\rb,2\r', 'the header has a carriage return without a line feed'],
    [
      'pk;v\na;1\n',
      'the header has no column "pk", which is a key of the table; if the fields are not separated by commas',
    ],
  ])('name the file that cannot be read: %j', async (text, told) => {
    await fill(0)
    writeFileSync(join(folder, 'bad.csv'), text)
    const { code, stderr } = await run([
      'import',
      '-t',
      'Music',
      '--from',
      'bad.csv',
      '--endpoint',
      server.url,
    ])
    expect(code).toBe(1)
    expect(stderr).toContain(`monotable: bad.csv: ${told}`)
  })

  test('do not resume if files were added or changed: their new lines would count as written', async () => {
    await fill(0)
    mkdirSync(join(folder, 'in'))
    const put = (name: string, { items = [name], at = 1 } = {}) => {
      const file = join(folder, 'in', `${name}.json`)
      writeFileSync(file, items.map((pk) => `{"Item":{"pk":{"S":"${pk}"}}}\n`).join(''))
      utimesSync(file, at, at)
    }
    for (const name of ['b', 'c']) put(name)
    const resume = () =>
      run(['import', '-t', 'Music', '--from', 'in', '--endpoint', server.url, '--resume', '-q'])
    const target = { table: 'Music', place: server.url }
    const state = importStateFile(join(folder, 'in'), target)
    const files = digestFiles(requireImportFiles(join(folder, 'in'), undefined).files)
    await saveImportState(state, { version: 1, ...target, files, lines: 1 })
    const refused = { code: 1, stderr: expect.stringContaining('has changed since') }
    put('a')
    expect(await resume()).toMatchObject(refused)
    rmSync(join(folder, 'in', 'a.json'))
    put('b', { items: ['b', 'd'] })
    expect(await resume()).toMatchObject(refused)
    put('b', { at: 2 })
    expect(await resume()).toMatchObject(refused)
    put('b')
    expect(await resume()).toMatchObject({ code: 0 })
    expect(await contents('Music')).toEqual([JSON.stringify(Object.entries({ pk: { S: 'c' } }))])
  })

  test('explain wrong usage and missing things', async () => {
    const at = ['--endpoint', server.url]
    const cases: [string[], number, string][] = [
      [['export', '--table', 'None', '--to', 'out', ...at], 1, 'There is no table None'],
      [['export', '--to', 'out'], 2, '--table is missing'],
      [['export', '-t', 'Music', '--to', 'x', '--format', 'xml'], 2, '--format must be dynamodb-json or csv'],
      [['import', '-t', 'Music', '--from', 'none', ...at], 1, 'There is no file or folder none.'],
      [['export', '-t', 'Music', '--to', 'out', '--path', '.'], 1, '. has no Monotable data.'],
      [['import', '-t', 'Music', '--from', '.', '--path', 'none'], 1, 'has no file that ends in'],
      [['import', '-t', 'Music', '--from', '.', ...at], 1, 'has no file that ends in'],
      [['import', '-t', 'Music', '--from', '-', '--delimiter', ';', ...at], 2, '--delimiter is for CSV'],
      [
        ['export', '-t', 'Music', '--to', 'out', '--endpoint', 'http://127.0.0.1:2'],
        1,
        'cannot be reached: ECONNREFUSED. No server is running there. Start one with "monotable serve --port 2", or',
      ],
    ]
    for (const [args, code, text] of cases) {
      const result = await run(args)
      expect(result.stderr).toContain(text)
      expect(result.stderr).not.toContain('    at ')
      expect(result.code).toBe(code)
    }
    for (const name of ['export', 'import']) {
      expect((await run([name, '--help'])).stdout).toContain('Examples:')
    }
  })

  test('reject a damaged file of an export', async () => {
    await fill(10)
    await run(['export', '-t', 'Music', '--to', 'out', '--segments', '1', '--endpoint', server.url])
    const data = readdirSync(join(folder, 'out', 'AWSDynamoDB'), { recursive: true, withFileTypes: true })
    const file = data.find((entry) => entry.name.endsWith('.json.gz'))
    if (file === undefined) throw new Error('no data')
    writeFileSync(join(file.parentPath, file.name), gzipSync('{"Item":{"pk":{"S":"evil"}}}\n'))
    const { code, stderr } = await run(['import', '-t', 'Music', '--from', 'out', '--endpoint', server.url])
    expect(code).toBe(1)
    expect(stderr).toContain('does not match its manifest: the checksum differs')
    expect((await contents('Music')).length).toBe(10)
  })
})

describe('an error during a transfer', () => {
  const line = (pk: string) => `{"Item":{"pk":{"S":"${pk}"}}}\n`

  test('names the damaged file', async () => {
    await fill(10)
    const at = ['--endpoint', server.url]
    await run(['export', '-t', 'Music', '--to', 'out', ...at])
    const [id = ''] = readdirSync(join(folder, 'out', 'AWSDynamoDB'))
    writeFileSync(join(folder, 'out', 'AWSDynamoDB', id, 'table.json'), '{ "KeySchema"')
    const table = await run(['import', '-t', 'Other', '--from', 'out', '--create', ...at])
    writeFileSync(join(folder, 'out', 'AWSDynamoDB', id, 'manifest-files.json'), '{ "itemCount"\n')
    const manifest = await run(['import', '-t', 'Music', '--from', 'out', ...at])
    writeFileSync(join(folder, 'out', 'export-state.json'), '{')
    const state = await run(['export', '-t', 'Music', '--to', 'out', '--resume', ...at])
    expect(table.stderr).toContain('table.json is damaged')
    expect(manifest.stderr).toContain('manifest-files.json is damaged')
    expect(state.stderr).toContain('export-state.json is damaged')
    for (const { code, stderr } of [table, manifest, state]) {
      expect(stderr).not.toContain('    at ')
      expect(code).toBe(1)
    }
  })

  test('does not end an import when no state can be saved beside it', async () => {
    await fill(0)
    // The limit on the length of a name is 255, which the name of the state file exceeds.
    const name = `${'n'.repeat(240)}.json`
    writeFileSync(join(folder, name), line('a'))
    const { code, stderr } = await run(['import', '-t', 'Music', '--from', name, '--endpoint', server.url])
    expect(stderr.match(/cannot be resumed/g)).toHaveLength(1)
    expect(code).toBe(0)
    expect(await contents('Music')).toHaveLength(1)
  })

  test('leaves nothing to resume after an import that completed', async () => {
    await fill(0)
    const file = join(folder, 'all.json')
    writeFileSync(file, Array.from({ length: 40 }, (_, i) => line(`${i}`)).join(''))
    const target = { table: 'Music', place: server.url }
    const state = importStateFile(file, target)
    writeFileSync(state, JSON.stringify({ version: 1, ...target, lines: 1 }))
    // No new state can be saved, and the second batch is late enough to try that.
    mkdirSync(`${state}.unfinished`)
    const args = ['import', '-t', 'Music', '--from', 'all.json', '--resume', '--rate', '25']
    const { code, stderr } = await run([...args, '--endpoint', server.url])
    expect(stderr.match(/cannot be resumed/g)).toHaveLength(1)
    expect(code).toBe(0)
    expect(await contents('Music')).toHaveLength(39)
    expect(existsSync(state)).toBe(false)
  })

  test('does not allow resuming from the state of an earlier import', async () => {
    await fill(0)
    const file = join(folder, 'all.json.gz')
    writeFileSync(file, 'no gzip')
    const target = { table: 'Music', place: server.url }
    writeFileSync(importStateFile(file, target), JSON.stringify({ version: 1, ...target, lines: 1 }))
    const args = ['import', '-t', 'Music', '--from', 'all.json.gz', '--endpoint', server.url]
    const failed = await run(args)
    expect(failed.stderr).toMatch(/^monotable: all\.json\.gz cannot be read: /m)
    writeFileSync(file, gzipSync(line('a')))
    const resumed = await run([...args, '--resume'])
    expect(resumed.stderr).toContain('There is no interrupted import of all.json.gz into Music to resume.')
  })

  test('does not allow resuming in a table that was created again in the meantime', async () => {
    await fill(0)
    const at = ['--endpoint', server.url]
    const file = join(folder, 'all.json')
    writeFileSync(file, line('a') + line('b'))
    const target = { table: 'Music', place: server.url }
    const before = { version: 1, ...target, tableId: 'before' }
    writeFileSync(importStateFile(file, target), JSON.stringify({ ...before, lines: 1 }))
    const imported = await run(['import', '-t', 'Music', '--from', 'all.json', '--resume', ...at])
    mkdirSync(join(folder, 'out'))
    writeFileSync(join(folder, 'out', 'export-state.json'), JSON.stringify(before))
    const exported = await run(['export', '-t', 'Music', '--to', 'out', '--resume', ...at])
    for (const { code, stderr } of [imported, exported]) {
      expect(stderr).toContain('an earlier table Music, which was deleted')
      expect(code).toBe(1)
    }
    expect(await contents('Music')).toEqual([])
  })

  test('is reported when nobody reads an export any more', async () => {
    await fill(10)
    const child = start(['export', '-t', 'Music', '--to', '-', '--quiet', '--endpoint', server.url])
    child.stdout?.destroy()
    let stderr = ''
    child.stderr?.on('data', (chunk) => {
      stderr += chunk
    })
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
    expect(stderr).toBe('monotable: The reader of the output went away before the whole table was written.\n')
  })
})

describe('after a kill', () => {
  async function fillLarge(count: number): Promise<void> {
    await db.send('CreateTable', { TableName: 'Music', ...definition })
    for (let i = 0; i < count; i++) {
      const blob = String.fromCharCode(97 + (i % 26)).repeat(300_000)
      await db.send('PutItem', {
        TableName: 'Music',
        Item: { pk: { S: `k${i}` }, g: { N: '1' }, blob: { S: blob } },
      })
    }
  }

  test('an export continues where it was', async () => {
    await fillLarge(100)
    const args = ['export', '-t', 'Music', '--to', 'out', '--segments', '2', '-q', '--endpoint', server.url]
    const child = start(args)
    const state = join(folder, 'out', 'export-state.json')
    const filesDone = () => {
      if (!existsSync(state)) return 0
      const { segments } = JSON.parse(readFileSync(state, 'utf8')) as ExportState
      return segments.flatMap((segment) => segment.files).length
    }
    while (child.exitCode === null && filesDone() < 2) await new Promise((resolve) => setTimeout(resolve, 2))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    expect(existsSync(state)).toBe(true)
    const done = filesDone()
    const refused = await run(args)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Use --resume to continue it'),
    })
    const incomplete = await run(['import', '-t', 'Music', '--from', 'out', '--endpoint', server.url])
    expect(incomplete.stderr).toContain('is incomplete')
    const asCsv = await run([...args, '--resume', '--format', 'csv'])
    expect(asCsv.stderr).toContain('was started with --format dynamodb-json')
    const resumed = await run([...args, '--resume', '--json'])
    expect(resumed).toMatchObject({ code: 0 })
    expect(JSON.parse(resumed.stdout).items).toBe(100)
    expect(done).toBeGreaterThanOrEqual(2)
    expect(existsSync(state)).toBe(false)
    await run(['import', '-t', 'Copy', '--from', 'out', '--create', '-q', '--endpoint', server.url])
    expect(await contents('Copy')).toEqual(await contents('Music'))
  })

  test.each([
    ['dynamodb-json', 'SIGKILL', ''],
    ['csv', 'SIGTERM', 'run it again with --resume to continue: '],
  ] as const)('an import continues where it was: %s, %s', async (format, signal, told) => {
    await fill(600)
    await run(['export', '-t', 'Music', '--to', 'out', '-q', '--format', format, '--endpoint', server.url])
    const args = ['import', '-t', 'Copy', '--from', 'out', '--create', '-q', '--endpoint', server.url]
    const child = start([...args, '--rate', '200'])
    let stderr = ''
    child.stderr?.on('data', (chunk) => {
      stderr += chunk
    })
    const states = () =>
      existsSync(join(folder, 'out'))
        ? readdirSync(join(folder, 'out')).filter((name) => /^import-state-.*\.json$/.test(name))
        : []
    while (child.exitCode === null && states().length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill(signal)
    await new Promise((resolve) => child.once('close', resolve))
    expect(stderr).toContain(told)
    expect((await contents('Copy')).length).toBeLessThan(600)
    const resumed = await run([...args.filter((each) => each !== '-q'), '--resume', '--json'])
    expect(resumed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Importing Copy: 600 items,'),
    })
    const { items, skipped } = JSON.parse(resumed.stdout)
    expect(skipped).toBeGreaterThan(0)
    expect(items + skipped).toBe(600)
    expect(await contents('Copy')).toHaveLength(600)
    // CSV keeps text only.
    if (format !== 'csv') expect(await contents('Copy')).toEqual(await contents('Music'))
    expect(states()).toEqual([])
  })
})
