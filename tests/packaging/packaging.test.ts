import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCompiler } from '../run-compiler.ts'
import { lend, type PackedPackage, packInto, root } from './pack-packages.ts'

const manifestNames = [
  'monotable',
  '@monotable/engine',
  '@monotable/model',
  '@monotable/protocol',
  '@monotable/server',
  '@monotable/storage-files',
  '@monotable/storage-log',
  '@monotable/storage-postgres',
  '@monotable/storage-sqlite',
  '@monotable/workbench',
]

/** The packages that a user of Monotable installs alongside. */
const lent = [
  'jiti',
  '@photostructure/sqlite',
  'pg',
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/lib-dynamodb',
  '@types/node',
  'vitest',
  'fast-check',
]

let consumer = ''
let packages: PackedPackage[] = []

beforeAll(() => {
  consumer = realpathSync(mkdtempSync(join(tmpdir(), 'monotable-consumer-')))
  writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "private": true }\n')
  packages = packInto(consumer)
  lend(consumer, lent)
}, 180_000)

afterAll(() => rmSync(consumer, { recursive: true, force: true }))

/** Runs a program of the consumer and returns what it prints, parsed as JSON. */
function run(name: string, text: string): unknown {
  writeFileSync(join(consumer, name), text)
  return JSON.parse(runNode([name]))
}

function runNode(args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: consumer, encoding: 'utf8' })
}

/** Runs the compiler on the consumer's project; returns its errors and all files that it read. */
function typeCheck(): { readonly errors: string[]; readonly files: string[] } {
  const lines = runCompiler(consumer, ['--listFiles'])
    .split('\n')
    .map((line) => line.trim())
  return {
    errors: lines.filter((line) => line.includes('error TS')),
    files: lines.filter((line) => line.endsWith('ts') && !line.includes('error TS')),
  }
}

/**
 * A program that creates a table in a folder of each kind, writes an item, reopens the folder and reads the item back.
 */
const putAndGet = `
const found = []
for (const store of ['sqlite', 'log']) {
  const path = store + '-' + process.pid
  const first = await openDatabase({ path, store })
  await first.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
  })
  await first.send('PutItem', { TableName: 'Music', Item: { Artist: { S: 'Nina Simone' } } })
  await first.close()
  const second = await openDatabase({ path })
  const { Item } = await second.send('GetItem', { TableName: 'Music', Key: { Artist: { S: 'Nina Simone' } } })
  await second.close()
  found.push(Item)
}
console.log(JSON.stringify(found))
`

/** The output of that program. */
const putAndGot = [{ Artist: { S: 'Nina Simone' } }, { Artist: { S: 'Nina Simone' } }]

describe('the packed files', () => {
  it('cover every package', () => {
    expect(packages.map(({ name }) => name).toSorted()).toEqual(manifestNames.toSorted())
  })

  it.each(manifestNames)('%s has everything that its exports, bin and files promise', (name) => {
    const { manifest, files } = find(name)
    const promised = [
      ...Object.values(manifest.exports).flatMap((targets) => Object.values(targets)),
      ...Object.values(manifest.bin ?? {}),
    ]
    expect(promised.map(withoutDot).filter((path) => !files.has(path))).toEqual([])
    const folders = manifest.files.filter((entry) => !entry.startsWith('!'))
    expect(folders.filter((folder) => ![...files].some((path) => path.startsWith(`${folder}/`)))).toEqual([])
  })

  it.each(manifestNames)('%s has the licence that it names', (name) => {
    const { manifest, folder } = find(name)
    expect((manifest as { license?: string }).license).toBe('Apache-2.0')
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  })

  it.each(manifestNames)('%s has no tests, and nothing that only a build needs', (name) => {
    const unwanted = /\.test(-d)?\.|\.tsbuildinfo$|(^|\/)tests?\/|^src\/crash\/|tsconfig/
    // The engine's testing entry is for those who write a store.
    const isTesting = (path: string) => name !== '@monotable/engine' && path.includes('/testing/')
    expect([...find(name).files].filter((path) => unwanted.test(path) || isTesting(path))).toEqual([])
  })

  it.each(manifestNames)('%s exports TypeScript only under a condition that must be named', (name) => {
    const { manifest } = find(name)
    for (const [entry, targets] of Object.entries(manifest.exports)) {
      const sources = Object.entries(targets).filter(([, target]) => /(?<!\.d)\.ts$/.test(target))
      expect(
        sources.map(([condition]) => condition),
        entry,
      ).toEqual(['monotable-source'])
    }
  })

  it.each(manifestNames)('%s imports only what it declares', (name) => {
    const { manifest, files, folder } = find(name)
    const declared = Object.keys({
      ...manifest.dependencies,
      ...(manifest as { peerDependencies?: object }).peerDependencies,
    })
    const code = [...files].filter((path) =>
      /^dist\/(?!testing\/|page\/|shared\/snippets\/).*\.js$/.test(path),
    )
    // Code generators contain lines that look like imports.
    const imported = code.flatMap((path) => packagesIn(readFileSync(join(folder, path), 'utf8')))
    expect([...new Set(imported)].filter((other) => other !== name && !declared.includes(other))).toEqual([])
  })
})

describe('a consumer', () => {
  it('imports, from the bundled files', () => {
    const text = `
      import { createDatabase } from '@monotable/engine'
      import { openDatabase } from 'monotable'
      const resolved = ['monotable', '@monotable/engine', '@monotable/engine/testing', '@monotable/protocol',
        '@monotable/server', '@monotable/storage-log', '@monotable/storage-sqlite'].map((name) => import.meta.resolve(name))
      const db = await openDatabase()
      console.log(JSON.stringify({ resolved, kinds: [typeof createDatabase, await db.send('ListTables', {})] }))`
    const { resolved, kinds } = run('import.mjs', text) as { resolved: string[]; kinds: unknown[] }
    expect(resolved.filter((url) => !/\/node_modules\/.*\/bundle\/.*index\.js$/.test(url))).toEqual([])
    expect(kinds).toEqual(['function', { TableNames: [] }])
  })

  it('requires: Node takes ES modules from 20.19 on', () => {
    const text = `
      const { openDatabase } = require('monotable')
      const { ServiceError } = require('@monotable/protocol')
      openDatabase()
        .then((db) => db.send('GetItem', { TableName: 'Music', Key: {} }))
        .catch((error) => console.log(JSON.stringify([error.name, error instanceof ServiceError])))`
    expect(run('require.cjs', text)).toEqual(['ResourceNotFoundException', true])
  })

  it('puts and gets in folders', () => {
    const text = `import { openDatabase } from 'monotable'\n${putAndGet}`
    expect(run('folders.mjs', text)).toEqual(putAndGot)
  })

  it.each(['esm', 'cjs'] as const)(
    'puts and gets in folders from a bundle of its own, as %s',
    async (format) => {
      writeFileSync(
        join(consumer, 'to-bundle.mjs'),
        `import { openDatabase } from 'monotable'\nasync function main() {\n${putAndGet}}\nmain()\n`,
      )
      const outfile = `bundle-${format}.${format === 'esm' ? 'mjs' : 'cjs'}`
      await build({
        absWorkingDir: consumer,
        entryPoints: ['to-bundle.mjs'],
        outfile,
        bundle: true,
        platform: 'node',
        format,
        minify: true,
        keepNames: true,
        external: ['@photostructure/sqlite', 'pg'],
        // CommonJS output has no `import.meta`, and esbuild warns about that.
        logLevel: 'error',
      })
      expect(JSON.parse(runNode([outfile]))).toEqual(putAndGot)
    },
  )

  it("contains the text of the store's worker, in which no bundler renames anything", () => {
    const code = readFileSync(join(find('@monotable/storage-sqlite').folder, 'bundle', 'index.js'), 'utf8')
    expect(/\bfileWorkerSource = (.*)/.exec(code)?.[1]).toMatch(/^['"`].*DatabaseSync.*['"`];$/)
  })

  it('uses its own AWS SDK in process', () => {
    const text = `
      import { ListTablesCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
      import { openDatabase } from 'monotable'
      const db = await openDatabase()
      const direct = db.sdkClient()
      const whole = new DynamoDBClient(db.clientConfig())
      const answers = []
      for (const client of [direct, whole]) answers.push((await client.send(new ListTablesCommand({}))).TableNames)
      console.log(JSON.stringify([direct instanceof DynamoDBClient, ...answers]))`
    expect(run('sdk.mjs', text)).toEqual([true, [], []])
  })

  it.each([
    ['as strictly as can be', strictest],
    ['as most projects do', { ...strictest, compilerOptions: { ...strictest.compilerOptions, ...usual } }],
  ])('type-checks against the declarations, with nothing skipped, %s', (_, configuration) => {
    writeFileSync(join(consumer, 'consumer.mts'), typedConsumer)
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(configuration))
    const { errors, files } = typeCheck()
    expect(errors).toEqual([])
    const ours = files.filter((file) => /node_modules\/(monotable|@monotable)\//.test(file))
    expect(ours.length).toBeGreaterThan(0)
    expect(ours.filter((file) => !file.endsWith('.d.ts'))).toEqual([])
  })

  it('runs the command', () => {
    const { manifest, folder } = find('monotable')
    const bin = join(folder, manifest.bin?.['monotable'] ?? '')
    expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(runNode([bin, '--version'])).toBe(`${version}\n`)
  })

  it('serves from a folder with the bundled command', async () => {
    await whileServed(['serve', '--path', 'served'], async (url) => {
      const answer = await fetch(url, { method: 'POST', headers: signedHeaders('ListTables'), body: '{}' })
      expect(await answer.json()).toEqual({ TableNames: [] })
    })
    expect(existsSync(join(consumer, 'served', 'data.sqlite'))).toBe(true)
  })

  it('serves by the command of the container image', async () => {
    const [, words = ''] = /^CMD (.*)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
    const ofImage = JSON.parse(words) as string[]
    const args = ofImage.map((word) => (word === '/data' ? 'of-image' : word))
    await whileServed(args, async (url) => expect((await fetch(`${url}/ready`)).status).toBe(200))
    expect(existsSync(join(consumer, 'of-image', 'data.sqlite'))).toBe(true)
  })

  it('opens the workbench, with its page and a sample', async () => {
    await whileRunning(['workbench', '--memory', '--port', '0', '--sample', 'shop'], async (printed) => {
      const [, link = ''] = /^Workbench: (\S+)/.exec(printed) ?? []
      const entered = await fetch(link, { redirect: 'manual' })
      const headers = { cookie: (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
      const page = await (await fetch(new URL('/', link), { headers })).text()
      const [, script = ''] = /src="\.(\/assets\/[^"]+\.js)"/.exec(page) ?? []
      expect((await fetch(new URL(script, link), { headers })).status).toBe(200)
      const state = await (await fetch(new URL('/api/state', link), { headers })).json()
      expect(state).toMatchObject({
        samples: expect.arrayContaining([expect.objectContaining({ name: 'shop' })]),
      })
    })
  })
})

function whileServed(words: readonly string[], use: (url: string) => Promise<void>): Promise<void> {
  return whileRunning([...words, '--json', '--port', '0'], (printed) => use(JSON.parse(printed).url))
}

/** Runs the installed command until what is done with the first line that it prints has ended. */
async function whileRunning(
  words: readonly string[],
  use: (firstLine: string) => Promise<void>,
): Promise<void> {
  const bin = join(find('monotable').folder, 'bin', 'monotable.js')
  const child = spawn(process.execPath, [bin, ...words], {
    cwd: consumer,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await use(await firstLine(child.stdout))
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

function find(name: string): PackedPackage {
  const found = packages.find((candidate) => candidate.name === name)
  if (found === undefined) throw new Error(`${name} was not packed`)
  return found
}

function withoutDot(path: string): string {
  return path.replace(/^\.\//, '')
}

/** Returns the third-party packages that a module imports, by the statements at the start of its lines. */
function packagesIn(code: string): string[] {
  const specifiers = [...code.matchAll(/^(?:import|export)\b[^'"(;]*from ['"]([^'".][^'"]*)['"]/gm)]
  return specifiers
    .map(([, specifier]) => specifier as string)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stream)) return line
  throw new Error('The command ended without a word')
}

/** A server without access keys accepts any signature. */
function signedHeaders(operation: string): { [name: string]: string } {
  return {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `DynamoDB_20120810.${operation}`,
    'X-Amz-Date': '20260801T000000Z',
    Authorization:
      'AWS4-HMAC-SHA256 Credential=a/20260801/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  }
}

const strictest = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ['consumer.mts'],
}

/** The options that `strict` alone leaves off: declarations have to hold without them, too. */
const usual = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }

const typedConsumer = `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createDatabase, createMemoryStorage, type Storage, StorageError } from '@monotable/engine'
import { storageContract } from '@monotable/engine/testing'
import { createTableInput, shape, table } from '@monotable/model'
import * as cache from '@monotable/model/cache'
import * as check from '@monotable/model/check'
import * as collections from '@monotable/model/collections'
import * as computed from '@monotable/model/computed'
import * as cost from '@monotable/model/cost'
import * as distribution from '@monotable/model/distribution'
import * as endpoint from '@monotable/model/endpoint'
import * as evolution from '@monotable/model/evolution'
import * as expressions from '@monotable/model/expressions'
import * as forms from '@monotable/model/forms'
import * as history from '@monotable/model/history'
import * as ids from '@monotable/model/ids'
import * as names from '@monotable/model/names'
import * as outputs from '@monotable/model/outputs'
import * as relations from '@monotable/model/relations'
import * as requests from '@monotable/model/requests'
import * as streams from '@monotable/model/streams'
import { type AttributeMap, ServiceError } from '@monotable/protocol'
import { createServer, handleRequest, type Server } from '@monotable/server'
import { openPostgresStorage } from '@monotable/storage-postgres'
import { openLogStorage } from '@monotable/storage-log'
import { openSqliteStorage } from '@monotable/storage-sqlite'
import { serveWorkbench } from '@monotable/workbench'
import { openDatabase, type OpenedDatabase } from 'monotable'

const db: OpenedDatabase = await openDatabase({ messages: 'classic' })
const client: DynamoDBClient = db.sdkClient()
const other = new DynamoDBClient(db.clientConfig())
const { Item } = await db.send('GetItem', { TableName: 'Music', Key: { Artist: { S: 'Nina Simone' } } })
const value = Item?.['Artist']
const artist: string | undefined = value && 'S' in value ? value.S : undefined
// @ts-expect-error: there is no such operation
db.send('GetItems', {})
// @ts-expect-error: a key is needed
db.send('GetItem', { TableName: 'Music' })
const storage: Storage = createMemoryStorage()
const server: Server = await createServer(await createDatabase({ storage }), { port: 0 })
const key: AttributeMap = { Artist: { S: 'Nina Simone' } }
const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } } })
const Order = shop.entity('Order', {
  schema: shape<{ username: string; orderId: string; status: 'placed' | 'shipped'; note?: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { GSI1: { pk: 'STATUS#{status}', sk: '{orderId}' } },
})
await db.send('CreateTable', createTableInput(shop))
const orders = shop.connect(db, { entities: { Order }, patterns: { byStatus: Order.query('GSI1') } })
await orders.Order.create({ username: 'a', orderId: '1', status: 'placed' })
// @ts-expect-error: no such status
orders.Order.create({ username: 'a', orderId: '1', status: 'lost' })
// @ts-expect-error: half a key
orders.Order.get({ username: 'a' })
const { items } = await orders.q.byStatus({ status: 'placed' })
const note: string | undefined = items[0]?.note
export const entries = { cache, check, collections, computed, cost, distribution, endpoint, evolution, expressions, forms, history, ids, names, outputs, relations, requests, streams }
export { artist, note, client, handleRequest, key, openLogStorage, openPostgresStorage, openSqliteStorage, other, server, ServiceError, serveWorkbench, StorageError, storageContract }
`
