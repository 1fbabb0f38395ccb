import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../../tests/run-command.ts'
import { openDatabase } from '../open-database.ts'
import { applyIndexes } from './apply-indexes.ts'
import { parseMigrateOptions, parseRebuildOptions } from './migrate-options.ts'
import { planIndexes } from './plan-indexes.ts'

describe('arguments of migrate', () => {
  it.each([
    [[], 'the action is missing: plan, run, resume, status, rollback'],
    [['walk', 'model.ts'], '"walk" is not one of'],
    [['plan'], 'the model file is missing'],
    [['plan', 'a.ts', 'b.ts'], '"b.ts" is not expected here'],
    [['rollback', 'a.ts'], 'rollback needs --to'],
    [['run', 'a.ts', '--entity'], '--entity needs a name'],
    [['resume', 'a.ts', '--to', '1'], 'resume takes no --to or --entity'],
    [['resume', 'a.ts', '--entity', 'A'], 'resume takes no --to or --entity'],
    [['run', 'a.ts', '--rate', 'fast'], '--rate must be a number'],
  ])('%j is rejected', (args, message) => {
    expect(() => parseMigrateOptions(args, {})).toThrow(message)
  })

  it('options may come before and after the words, with several entities', () => {
    const options = parseMigrateOptions(
      ['--rate', '5', 'run', 'model.ts', '--entity', 'A', '--entity=B', '--to', '2', '-y'],
      {},
    )
    expect(options).toMatchObject({
      action: 'run',
      file: 'model.ts',
      entities: ['A', 'B'],
      version: 2,
      rate: 5,
      yes: true,
    })
  })

  it('rebuild requires a file and a name', () => {
    expect(() => parseRebuildOptions(['model.ts'], {})).toThrow('the name of the projection or aggregate')
    expect(parseRebuildOptions(['model.ts', 'sums', '--settle', '0'], {})).toMatchObject({
      name: 'sums',
      settleMs: 0,
    })
  })
})

describe('the indexes of a table', () => {
  const index = (IndexName: string, key: string, ProjectionType = 'ALL') => ({
    IndexName,
    KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
    Projection: { ProjectionType },
  })

  it('are removed if the model lacks them or defines them differently; those of the model are added', async () => {
    const { table } = await import('@monotable/model')
    const { definition } = table('T', {
      key: { pk: 'PK' },
      indexes: { same: { pk: 'a' }, other: { pk: 'b' }, fresh: { pk: 'c' } },
    })
    const changes = planIndexes(definition, {
      TableName: 'T',
      GlobalSecondaryIndexes: [index('same', 'a'), index('other', 'b', 'KEYS_ONLY'), index('old', 'd')],
    })
    expect(changes.map(({ kind, index: name }) => `${kind} ${name}`)).toEqual([
      'remove other',
      'add other',
      'add fresh',
      'remove old',
    ])
  })

  it('of a provisioned table get their former units, or those of the table', async () => {
    const { table } = await import('@monotable/model')
    const { definition } = table('T', {
      key: { pk: 'PK' },
      indexes: { other: { pk: 'b' }, fresh: { pk: 'c' } },
    })
    const units = (read: number, write: number) => ({
      ProvisionedThroughput: { ReadCapacityUnits: read, WriteCapacityUnits: write },
    })
    const changes = planIndexes(definition, {
      TableName: 'T',
      ...units(5, 7),
      GlobalSecondaryIndexes: [{ ...index('other', 'b', 'KEYS_ONLY'), ...units(2, 3) }],
    })
    const created = changes.flatMap(({ kind, input }) => (kind === 'add' ? [input] : []))
    expect(created).toMatchObject([
      { GlobalSecondaryIndexUpdates: [{ Create: { IndexName: 'other', ...units(2, 3) } }] },
      { GlobalSecondaryIndexUpdates: [{ Create: { IndexName: 'fresh', ...units(5, 7) } }] },
    ])
  })

  it('are changed after a change already in progress, and a deleted table is reported', async () => {
    const statuses = ['CREATING', 'ACTIVE', 'UPDATING', 'ACTIVE']
    const sent: string[] = []
    const send = async (operation: string) => {
      sent.push(operation)
      if (operation === 'UpdateTable') return {}
      const TableStatus = statuses.shift()
      if (TableStatus === undefined) throw Object.assign(new Error(), { name: 'ResourceNotFoundException' })
      return { Table: { TableName: 'T', TableStatus } }
    }
    const change = { kind: 'remove', index: 'old', reason: '', input: {} } as const
    const apply = () => applyIndexes({ name: 'here', send }, 'T', [change], () => {})
    await apply()
    expect(sent).toEqual(['DescribeTable', 'DescribeTable', 'UpdateTable', 'DescribeTable', 'DescribeTable'])
    await expect(apply()).rejects.toThrow('There is no table T at here')
  })

  it('are not waited for in a table that cannot be changed while none of its changes is in progress', async () => {
    const statuses = ['ARCHIVING', 'ARCHIVED']
    const send = async () => ({ Table: { TableName: 'T', TableStatus: statuses.shift() } })
    const change = { kind: 'remove', index: 'old', reason: '', input: {} } as const
    await expect(applyIndexes({ name: 'here', send }, 'T', [change], () => {})).rejects.toThrow(
      'The table T at here cannot be changed: it is ARCHIVED.',
    )
  })

  it('are not considered changed by a stale description', async () => {
    const old = [index('old', 'b')]
    const described = [old, old, [{ ...index('old', 'b'), IndexStatus: 'DELETING' }], []]
    const send = async (operation: string) =>
      operation === 'UpdateTable'
        ? {}
        : { Table: { TableName: 'T', TableStatus: 'ACTIVE', GlobalSecondaryIndexes: described.shift() } }
    const change = { kind: 'remove', index: 'old', reason: '', input: {} } as const
    await applyIndexes({ name: 'here', send }, 'T', [change], () => {})
    expect(described).toEqual([])
  })
})

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'monotable-migrate-'))
  const path = join(folder, 'data')
  const model = join(folder, 'model.ts')
  const command = (...args: string[]) => runCommand(folder, ['migrate', ...args, '--path', path])
  /** Runs the built command in a separate process. */
  const commandApart = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../bin/monotable.js'), 'migrate', ...args, '--path', path],
      { cwd: folder },
    )

  beforeAll(async () => {
    const packageFile = (name: string) =>
      JSON.stringify(join(import.meta.dirname, `../../../model/dist/${name}.js`))
    writeFileSync(
      model,
      `import { model, shape, table } from ${packageFile('index')}
import { evolution } from ${packageFile('evolution')}
const notes = table('Notes', { key: { pk: 'PK' }, indexes: { byAuthor: { pk: 'author' } } })
const Note = notes.entity('Note', {
  schema: shape<{ id: string; author: string }>(),
  key: { pk: 'NOTE#{id}' },
  index: { byAuthor: {} },
  evolution: evolution({ 2: { up: ({ id, by }: { id: string; by: string }) => ({ id, author: by }) } }),
})
export default model({ entities: { Note } })
`,
    )
    const db = await openDatabase({ path })
    await db.send('CreateTable', {
      TableName: 'Notes',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    })
    for (let i = 0; i < 30; i++) {
      await db.send('PutItem', {
        TableName: 'Notes',
        Item: { PK: { S: `NOTE#${i}` }, _type: { S: 'Note' }, id: { S: `${i}` }, by: { S: 'Ann' } },
      })
    }
    await db.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('shows what it would do, asks for confirmation, does it, and reports progress', async () => {
    const plan = await commandApart('plan', model)
    expect(plan.stdout).toContain('30 items read, 30 would be written')
    expect(plan.stdout).toContain('Index byAuthor would be added')
    expect(plan.stdout).toMatch(/ {2}Note NOTE#\d+\n/)
    expect(plan.stdout).toContain('+ author: {"S":"Ann"}')
    expect(await command('run', model)).toMatchObject({ code: 2 })
    const done = await command('run', model, '--yes', '--indexes', '--json')
    expect(JSON.parse(done.stdout)).toMatchObject([
      { table: 'Notes', changed: 30, problems: 0, complete: true },
    ])
    expect((await command('status', model)).stdout).toContain('Note@2, done')
    const db = await openDatabase({ path })
    const { Count } = await db.send('Scan', { TableName: 'Notes', IndexName: 'byAuthor' })
    await db.close()
    expect(Count).toBe(30)
    // Items without a way down stay as they are, and the exit code says so.
    expect(await command('rollback', model, '--to', '1', '--yes')).toMatchObject({ code: 1 })
    expect(await command('rollback', model, '--to', '2', '--yes')).toMatchObject({
      code: 1,
      stderr: 'monotable: Version 2 is not an older version: the current one is 2.\n',
    })
  })

  it('explains the state of a rebuild that Ctrl-C has interrupted', async () => {
    const file = join(folder, 'derived.ts')
    const streams = JSON.stringify(join(import.meta.dirname, '../../../model/dist/streams.js'))
    writeFileSync(
      file,
      `import { projection } from ${streams}\n${readFileSync(model, 'utf8')}
const Copy = notes.entity('Copy', { schema: shape<{ id: string }>(), key: { pk: 'COPY#{id}' } })
export const copies = projection(Note).into(Copy, ({ id }) => [{ id }])
`,
    )
    const args = ['rebuild', file, 'copies', '--path', path, '--yes', '--settle', '600']
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/monotable.js'), ...args])
    let told = ''
    child.stderr.on('data', (chunk) => {
      told += chunk
      if (told.includes('Waiting 600 s')) child.kill('SIGINT')
    })
    expect((await once(child, 'close'))[0]).toBe(130)
    expect(told).toContain('the rebuild was interrupted; run it again')
    expect(await runCommand(folder, [...args.slice(0, -1), '0'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('30 Note items touched'),
    })
  })

  it('names the missing table', async () => {
    const other = join(folder, 'other.ts')
    writeFileSync(other, readFileSync(model, 'utf8').replace("'Notes'", "'Elsewhere'"))
    expect(await command('plan', other)).toMatchObject({
      code: 1,
      stderr: `monotable: There is no table Elsewhere at ${path}.\n`,
    })
  })
})
