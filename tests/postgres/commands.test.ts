import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenedDatabase, openDatabase } from 'monotable'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { dropSchema } from './drop-schema.ts'

// The command as it is installed: these tests run the last build.
const command = fileURLToPath(new URL('../../packages/cli/bin/monotable.js', import.meta.url))

const model = `
import { model, shape, table } from '@monotable/model'
const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' } })
const Customer = shop.entity('Customer', {
  schema: shape<{ name: string }>(),
  key: { pk: 'CUSTOMER#{name}', sk: 'CUSTOMER' },
})
export default model({ entities: { Customer } })
`

describe.skipIf(!hasPostgres())('commands over PostgreSQL', () => {
  const schema = `commands_${process.pid}`
  let postgres: PostgresServer
  let place: string
  let folder: string
  let db: OpenedDatabase
  let children: ChildProcess[]

  beforeAll(async () => {
    postgres = await startPostgres(['fsync=off'])
    place = `${postgres.url}?schema=${schema}`
  })
  afterAll(async () => {
    for (const name of [schema, `${schema}_copy`, `${schema}_other`]) await dropSchema(postgres.url, name)
    postgres?.stop()
  })

  beforeEach(async () => {
    // Inside the repository, so that a model file resolves its imports.
    folder = mkdtempSync(join(import.meta.dirname, 'test-'))
    children = []
    // Open at the same time, like a server beside the commands.
    db = await openDatabase({ postgres: place })
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function start(...args: string[]) {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    children.push(child)
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      said.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      // A message that appears only when opening takes long.
      said.stderr += `${chunk}`.replace(/^Opening the data in .*\n/, '')
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    return { child, said, ended }
  }

  async function run(...args: string[]) {
    const { said, ended } = start(...args)
    return { code: await ended, ...said }
  }

  /** Creates a table with a stream and ten items. */
  async function createTable(TableName: string): Promise<void> {
    await db.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    })
    for (let id = 0; id < 10; id++) await db.send('PutItem', { TableName, Item: { id: { S: `${id}` } } })
  }

  it('a table is exported while a server uses it, and imported into a schema that is created for it', async () => {
    await createTable('Music')
    const exported = await run('export', '-t', 'Music', '--to', 'out', '--postgres', place, '--json', '-q')
    expect(exported).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(exported.stdout)).toMatchObject({ table: 'Music', items: 10 })

    const copy = `${postgres.url}?schema=${schema}_copy`
    const words = ['import', '-t', 'Music', '--from', 'out', '--postgres', copy, '--json', '-q']
    const missing = await run(...words)
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain(`There is no Monotable data in the schema ${schema}_copy.`)
    const imported = await run(...words, '--create')
    expect(imported).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(imported.stdout)).toMatchObject({ table: 'Music', items: 10, refused: 0 })
    const other = await openDatabase({ postgres: copy })
    expect(await other.send('Scan', { TableName: 'Music' })).toMatchObject({ Count: 10 })
    await other.close()
  })

  it('a trigger handles changes, and next time continues where it stopped', async () => {
    await createTable('Orders')
    writeFileSync(
      join(folder, 'handler.mjs'),
      'export const handler = async ({ Records }) => { for (const { dynamodb } of Records) console.log("id", dynamodb.Keys.id.S) }',
    )
    const words = ['trigger', '-t', 'Orders', '--handler', 'handler.mjs', '--postgres', place, '--once']
    const first = await run(...words, '--starting-position', 'TRIM_HORIZON')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout.match(/^id \d$/gm)).toHaveLength(10)
    expect(first.stdout).toContain(`, schema ${schema} (served on http://127.0.0.1:`)
    await db.send('PutItem', { TableName: 'Orders', Item: { id: { S: 'a' } } })
    const second = await run(...words)
    expect(second.stdout.match(/^id \w$/gm)).toEqual(['id a'])
    const wrong = await run('trigger', '-t', 'Nope', '--handler', 'handler.mjs', '--postgres', place)
    expect(wrong.stderr).toMatch(/There is no table Nope at PostgreSQL at \S+, schema \w+\./)
  })

  it('the workbench shows the database, and writes nothing until writing is enabled', async () => {
    await createTable('Looked')
    const { said } = start('workbench', '--port', '0', '--postgres', place)
    await expect.poll(() => said.stdout).toContain('Press Ctrl-C')
    const link = /http:\S+/.exec(said.stdout)?.[0] as string
    const entered = await fetch(link, { redirect: 'manual' })
    const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] as string
    const state = await fetch(new URL('/api/state', link), { headers: { cookie } })
    expect(await state.json()).toMatchObject({
      connections: [{ kind: 'embedded', readOnly: true, address: expect.stringContaining(schema) }],
    })
    expect(said.stderr).toBe('')
  })

  it('migrations and recounts run on it', async () => {
    writeFileSync(join(folder, 'model.mts'), model)
    const missing = await run('migrate', 'plan', 'model.mts', '--postgres', place)
    expect(missing.stderr).toContain('There is no table Shop at PostgreSQL at')
    await db.send('CreateTable', {
      TableName: 'Shop',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    })
    expect(await run('migrate', 'plan', 'model.mts', '--postgres', place, '--json')).toMatchObject({
      code: 0,
    })
    expect(await run('recount', 'plan', 'model.mts', '--postgres', place, '--json')).toMatchObject({
      code: 0,
    })
  })

  it('a schema of other programs is reported and left as it is', async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      await client.query(`CREATE SCHEMA ${schema}_other CREATE TABLE format (name text)`)
      const other = `${postgres.url}?schema=${schema}_other`
      for (const words of [
        ['serve', '--port', '0', '--no-workbench'],
        ['export', '-t', 'T', '--to', 'out'],
      ]) {
        const { code, stderr } = await run(...words, '--postgres', other)
        expect(code).toBe(1)
        expect(stderr).toContain(`The schema ${schema}_other has tables of other programs`)
      }
      const tables = await client.query('SELECT 1 FROM pg_tables WHERE schemaname = $1', [`${schema}_other`])
      expect(tables.rowCount).toBe(1)
    } finally {
      await client.end()
    }
  })

  it('a server that does not answer is reported, without the password', async () => {
    writeFileSync(join(folder, 'handler.mjs'), 'export const handler = () => {}')
    writeFileSync(join(folder, 'model.mts'), model)
    writeFileSync(join(folder, 'items.json'), '')
    const place = 'postgres://user:secret@127.0.0.1:1/app'
    const commands = [
      ['export', '-t', 'T', '--to', 'out'],
      ['import', '-t', 'T', '--from', 'items.json'],
      ['trigger', '-t', 'T', '--handler', 'handler.mjs'],
      ['workbench', '--port', '0'],
      ['migrate', 'plan', 'model.mts'],
    ]
    for (const { code, stderr } of await Promise.all(
      commands.map((words) => run(...words, '--postgres', place)),
    )) {
      expect(code).toBe(1)
      expect(stderr).toContain('Cannot open the data in PostgreSQL at 127.0.0.1:1/app. It cannot be reached:')
      expect(stderr).not.toContain('secret')
    }
  })
})
