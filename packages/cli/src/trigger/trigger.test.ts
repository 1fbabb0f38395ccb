import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DeadLetter } from '@monotable/engine'
import { createServer, parseAccessKeys, type Server } from '@monotable/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandEnd, runCommand } from '../../../../tests/run-command.ts'
import { createEndpointClient } from '../endpoint-client.ts'
import { type OpenedDatabase, openDatabase } from '../open-database.ts'

// The installed command: these tests run the latest build.
const command = fileURLToPath(new URL('../../bin/monotable.js', import.meta.url))
const TableName = 'Orders'

let folder: string
let db: OpenedDatabase
let server: Server
let children: ChildProcess[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'monotable-trigger-'))
  children = []
  db = await openDatabase()
  server = await createServer(db, { port: 0 })
  await createTable(db)
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.close({ limitMs: 0 })
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

async function createTable(on: OpenedDatabase): Promise<void> {
  await on.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
}

async function put(...keys: string[]): Promise<void> {
  for (const pk of keys) await db.send('PutItem', { TableName, Item: { pk: { S: pk } } })
}

/** A handler that prints the keys of its records, and fails for `bad` ones. */
const printing = `exports.handler = async ({ Records }) => {
  const keys = Records.map((record) => record.dynamodb.Keys.pk.S)
  console.log(JSON.stringify({ keys }))
  if (keys.some((key) => key.startsWith('bad')) && !process.env.MENDED) throw new Error('cannot')
}`

class Run {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''
  readonly exit: Promise<number | null>

  constructor(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    this.child = spawn(process.execPath, [command, 'trigger', ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment },
    })
    children.push(this.child)
    this.child.stdout?.on('data', (chunk) => {
      this.stdout += chunk
    })
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += chunk
    })
    this.exit = new Promise((resolve) => this.child.on('close', resolve))
  }

  async ended(): Promise<CommandEnd> {
    return { code: (await this.exit) ?? -1, stdout: this.stdout, stderr: this.stderr }
  }

  async until(wanted: string | RegExp | (() => boolean)): Promise<void> {
    let ended = false
    this.exit.then(() => {
      ended = true
    })
    const isThere = () => {
      if (typeof wanted === 'string') return this.stdout.includes(wanted)
      return wanted instanceof RegExp ? wanted.test(this.stdout) : wanted()
    }
    while (!isThere()) {
      if (ended) throw new Error(`ended too early: ${this.stdout}${this.stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** The JSON lines printed by the command or the handler. */
  get lines(): { [name: string]: unknown }[] {
    const lines = this.stdout
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
    return lines.map((line) => JSON.parse(line) as { [name: string]: unknown })
  }

  get keys(): unknown[] {
    return this.lines.flatMap(({ keys }) => (keys as unknown[] | undefined) ?? [])
  }
}

function run(args: readonly string[], environment?: NodeJS.ProcessEnv): Run {
  writeFileSync(join(folder, 'handler.cjs'), printing)
  const all = ['--table', TableName, '--handler', 'handler.cjs', '--endpoint', server.url, ...args]
  return new Run(all, environment)
}

describe('monotable trigger', () => {
  test('handles changes as they happen, stops on a signal, and resumes from there', async () => {
    await put('before')
    const first = run(['--json'])
    await first.until('"started"')
    await put('a', 'b')
    await first.until('"b"')
    await first.until('"handled"')
    first.child.kill('SIGINT')
    expect(await first.exit).toBe(0)
    expect(first.keys).toEqual(['a', 'b'])
    expect(existsSync(join(folder, '.monotable/triggers/Orders%3Ahandler.json'))).toBe(true)

    await put('c')
    const second = run(['--once', '--json'])
    expect(await second.exit).toBe(0)
    expect(second.keys).toEqual(['c'])
    const [started, , handled] = second.lines
    expect(started).toMatchObject({
      event: 'started',
      name: 'Orders:handler',
      table: 'Orders',
      url: server.url,
    })
    expect(handled).toMatchObject({ event: 'handled', records: 1 })
  })

  test('two triggers of the same name do not run at once; one that was killed does not block the next', async () => {
    const first = run(['--json'])
    await first.until('"started"')
    const second = run([])
    expect(await second.exit).toBe(1)
    expect(second.stderr).toContain('monotable: The trigger Orders:handler is already running')
    const other = run(['--json', '--name', 'other'])
    await other.until('"started"')
    first.child.kill('SIGKILL')
    await first.exit
    await put('a')
    const third = run(['--once', '--json'])
    expect(await third.exit).toBe(0)
    expect(third.keys).toEqual(['a'])
  })

  test('starts at the requested position, with the requested changes', async () => {
    await put('x1', 'y1', 'x2')
    const filter = JSON.stringify({ dynamodb: { Keys: { pk: { S: [{ prefix: 'x' }] } } } })
    const options = ['--starting-position', 'TRIM_HORIZON', '--once', '--batch-size', '1']
    const filtered = run([...options, '--filter', filter])
    expect(await filtered.exit).toBe(0)
    expect(filtered.keys).toEqual(['x1', 'x2'])
    writeFileSync(join(folder, 'filter.json'), `[${filter}, {"eventName":["REMOVE"]}]`)
    const again = run([...options, '--filter', '@filter.json', '--name', 'again', '--state', 'elsewhere'])
    expect(await again.exit).toBe(0)
    expect(again.keys).toEqual(['x1', 'x2'])
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['again.json', 'again.lock'])
  })

  test('keeps what it cannot handle as dead letters, and retries them when told to', async () => {
    await put('a', 'bad', 'c')
    const options = ['--starting-position', 'trim-horizon', '--once', '--json']
    const first = run([...options, '--max-attempts', '1', '--bisect', '--on-failure', 'failed.jsonl'])
    expect(await first.exit).toBe(0)
    const handled = first.lines.filter(({ event }) => event === 'handled')
    expect(handled.map(({ records }) => records)).toEqual([1, 1])
    const letter = JSON.parse(readFileSync(join(folder, 'failed.jsonl'), 'utf8')) as DeadLetter
    expect(letter.requestContext.condition).toBe('RetryAttemptsExhausted')
    expect(letter.payload.Records[0]?.dynamodb?.Keys).toEqual({ pk: { S: 'bad' } })
    const second = run([...options, '--redrive'], { MENDED: '1' })
    expect(await second.exit).toBe(0)
    expect(second.lines).toContainEqual({ event: 'redriven', handled: 1, failed: 0 })
    expect(readdirSync(join(folder, '.monotable/triggers/Orders%3Ahandler'))).toEqual([])
  })

  test('reports its work to people', async () => {
    await put('bad')
    const failing = run(['--starting-position', 'TRIM_HORIZON'])
    await failing.until(/failed {2}1 record in \d+ ms: Error: cannot\n/)
    failing.child.kill('SIGTERM')
    expect(await failing.exit).toBe(0)
    expect(failing.stdout).toMatch(
      /^Trigger Orders:handler: handler of handler\.cjs handles the changes of Orders in /,
    )
    expect(failing.stderr).toBe('Stopping; press Ctrl-C again to stop at once.\n')
    const once = run(['--starting-position', 'TRIM_HORIZON', '--once'])
    expect(await once.exit).toBe(1)
    expect(once.stderr).toBe('monotable: the handler keeps failing: Error: cannot\n')
  })

  test('lets an SDK in the handler find the same database', async () => {
    const sdk = fileURLToPath(import.meta.resolve('@aws-sdk/client-dynamodb'))
    writeFileSync(
      join(folder, 'copying.mjs'),
      `import { DynamoDB } from ${JSON.stringify(sdk)}
      const client = new DynamoDB({})
      export const copy = async ({ Records }) => {
        for (const { dynamodb } of Records) {
          const Item = { pk: { S: 'copy of ' + dynamodb.NewImage.pk.S } }
          await client.putItem({ TableName: 'Orders', Item })
        }
      }`,
    )
    await put('a')
    const copying = new Run([
      ...['--table', TableName, '--handler', './copying.mjs', '--export', 'copy', '--endpoint', server.url],
      ...[
        '--starting-position',
        'TRIM_HORIZON',
        '--filter',
        '{"dynamodb":{"Keys":{"pk":{"S":["a"]}}}}',
        '--once',
      ],
    ])
    expect([await copying.exit, copying.stderr]).toEqual([0, ''])
    const { Item } = await db.send('GetItem', { TableName, Key: { pk: { S: 'copy of a' } } })
    expect(Item).toEqual({ pk: { S: 'copy of a' } })
  })

  test('signs its requests', async () => {
    const auth = parseAccessKeys(
      '[{ "accessKeyId": "app", "secretAccessKey": "secret", "policies": "full-access" }]',
    )
    const guarded = await createServer(db, { port: 0, auth })
    try {
      await put('a')
      const options = ['--starting-position', 'TRIM_HORIZON', '--once', '--endpoint', guarded.url]
      const all = ['--table', TableName, '--handler', 'handler.cjs', ...options]
      writeFileSync(join(folder, 'handler.cjs'), printing)
      const stranger = new Run(all)
      expect(await stranger.exit).toBe(1)
      expect(stranger.stderr).toContain('security token')
      const friend = new Run(all, { AWS_ACCESS_KEY_ID: 'app', AWS_SECRET_ACCESS_KEY: 'secret' })
      expect(await friend.exit).toBe(0)
      expect(friend.keys).toEqual(['a'])
    } finally {
      await guarded.close()
    }
  })

  test('opens a folder that no server has open', async () => {
    const path = join(folder, 'data')
    const durable = await openDatabase({ path })
    await createTable(durable)
    await durable.send('PutItem', { TableName, Item: { pk: { S: 'a' } } })
    writeFileSync(join(folder, 'handler.cjs'), printing)
    const options = ['--table', TableName, '--handler', 'handler.cjs', '--path', 'data', '--once']
    const locked = new Run([...options, '--starting-position', 'TRIM_HORIZON'])
    expect(await locked.exit).toBe(1)
    expect(locked.stderr).toContain('A server has it open. Connect to that server with --endpoint')
    await durable.close()
    const first = new Run([...options, '--starting-position', 'TRIM_HORIZON'])
    expect(await first.exit).toBe(0)
    expect(first.keys).toEqual(['a'])
    const second = new Run(options)
    expect(await second.exit).toBe(0)
    expect(second.keys).toEqual([])
  })

  test('runs a handler in TypeScript', async () => {
    writeFileSync(
      join(folder, 'handler.ts'),
      `import { print } from './print.ts'
      interface Event { readonly Records: readonly { readonly dynamodb: { readonly Keys: object } }[] }
      export const handler = (event: Event): void => event.Records.forEach(({ dynamodb }) => print(dynamodb.Keys))`,
    )
    writeFileSync(
      join(folder, 'print.ts'),
      `export function print({ pk }: { pk?: { S: string } }): void { console.log('handled ' + pk?.S) }`,
    )
    await put('a')
    const typed = new Run([
      ...['--table', TableName, '--endpoint', server.url, '--once'],
      ...['--handler', 'handler.ts', '--starting-position', 'TRIM_HORIZON'],
    ])
    expect([await typed.exit, typed.stderr]).toEqual([0, ''])
    expect(typed.stdout).toContain('handled a')
  })

  test('when killed at any moment, it misses nothing and keeps the order of each item', async () => {
    const log = join(folder, 'handled.log')
    writeFileSync(
      join(folder, 'logging.cjs'),
      `const { appendFileSync } = require('node:fs')
      exports.handler = async ({ Records }) => {
        const lines = Records.map(({ dynamodb }) => dynamodb.Keys.pk.S + ' ' + dynamodb.NewImage.version.N)
        appendFileSync('handled.log', lines.join('\\n') + '\\n')
        await new Promise((resolve) => setTimeout(resolve, 1))
      }`,
    )
    const durable = await openDatabase({ path: join(folder, 'data') })
    await createTable(durable)
    await durable.close()
    const common = ['--table', TableName, '--handler', 'logging.cjs', '--path', 'data', '--batch-size', '3']
    const options = [...common, '--parallel', '3', '--starting-position', 'TRIM_HORIZON', '--json']
    const written = new Map<string, number>()
    for (let life = 0; life < 3; life++) {
      const running = new Run(options)
      await running.until('"started"')
      const send = createEndpointClient({
        endpoint: String(running.lines[0]?.['url']),
        region: 'us-east-1',
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      })
      const write = async (pk: string): Promise<void> => {
        for (;;) {
          const version = (written.get(pk) ?? 0) + 1
          const Item = { pk: { S: pk }, version: { N: String(version) } }
          await send('PutItem', { TableName, Item })
          written.set(pk, version)
        }
      }
      const writing = Promise.allSettled(['a', 'b', 'c', 'd'].map(write))
      await running.until(() => running.lines.filter(({ event }) => event === 'handled').length >= 20)
      running.child.kill('SIGKILL')
      await writing
    }
    const last = new Run([...options, '--once'])
    expect([await last.exit, last.stderr]).toEqual([0, ''])
    const handled = readFileSync(log, 'utf8').trim().split('\n')
    for (const [pk, versions] of written) {
      const seen = handled.filter((line) => line.startsWith(`${pk} `)).map((line) => Number(line.slice(2)))
      // A write in flight when its server was killed may or may not be there.
      const firsts = seen.filter((version, at) => seen.indexOf(version) === at)
      expect(firsts.length).toBeGreaterThanOrEqual(versions)
      expect(firsts).toEqual(Array.from({ length: firsts.length }, (_, at) => at + 1))
    }
  })

  test('continues when its server is away for a while, and when it comes back empty', async () => {
    const running = run(['--json'])
    await running.until('"started"')
    const { port } = server
    await server.close()
    await running.until('"unreadable"')
    await db.close()
    db = await openDatabase()
    await createTable(db)
    await put('new')
    server = await createServer(db, { port })
    await running.until('"new"')
    running.child.kill('SIGINT')
    expect(await running.exit).toBe(0)
    expect(running.keys).toEqual(['new'])
  })

  test('continues when nobody reads its output', async () => {
    await put('a')
    const writing = `exports.handler = async ({ Records }) => {
      for (const { dynamodb } of Records) require('node:fs').appendFileSync('handled', dynamodb.Keys.pk.S)
    }`
    writeFileSync(join(folder, 'writing.cjs'), writing)
    const at = ['--table', TableName, '--handler', 'writing.cjs', '--endpoint', server.url]
    const running = new Run([...at, '--starting-position', 'TRIM_HORIZON'])
    running.child.stdout?.destroy()
    const handled = () => existsSync(join(folder, 'handled')) && readFileSync(join(folder, 'handled'), 'utf8')
    await running.until(() => handled() === 'a')
    await put('b')
    await running.until(() => handled() === 'ab')
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
  })

  test('names the damaged checkpoint file', async () => {
    mkdirSync(join(folder, '.monotable', 'triggers'), { recursive: true })
    const file = join('.monotable', 'triggers', 'Orders%3Ahandler.json')
    writeFileSync(join(folder, file), '')
    const running = run(['--once'])
    expect(await running.exit).toBe(1)
    expect(running.stderr).toMatch(
      /^monotable: .*Orders%3Ahandler.json is damaged: .* Remove it to start over\.\n$/,
    )
  })

  test('reports errors in one line', async () => {
    writeFileSync(join(folder, 'handler.cjs'), printing)
    writeFileSync(join(folder, 'broken.mjs'), 'export const handler = (')
    writeFileSync(join(folder, 'typed.ts'), 'export enum Kind { Some }\nexport const handler: Handler = (')
    const at = (...args: string[]) => ['--table', TableName, '--endpoint', server.url, '--once', ...args]
    const cases: [number, string[], string][] = [
      [2, ['--table', TableName], '--handler is missing'],
      [1, at('--handler', 'none.mjs'), 'There is no file'],
      [1, at('--handler', '.'), 'is a folder; name a file in it'],
      [1, at('--handler', 'broken.mjs'), 'SyntaxError'],
      [1, at('--handler', 'typed.ts'), 'typed.ts cannot be loaded'],
      [1, at('--handler', 'handler.cjs', '--export', 'other'), 'no function "other". It exports: handler'],
      [
        1,
        at('--handler', 'handler.cjs', '--state', 'handler.cjs'),
        'handler.cjs is a file, but a folder is needed there',
      ],
      [1, at('--handler', 'handler.cjs', '--on-failure', 'none/letters'), 'none/letters does not exist.'],
      [
        2,
        at('--handler', 'handler.cjs', '--parallel', '11'),
        '--parallel must be a whole number from 1 to 10, not "11"',
      ],
    ]
    const inProcess = (args: string[]) => runCommand(folder, ['trigger', ...args])
    for (const [code, args, message] of cases) {
      // What a file of the user's does wrong may be reported differently by the bundle.
      const isTheirs = /broken|typed/.test(args.join(' '))
      const wrong = await (isTheirs ? new Run(args).ended() : inProcess(args))
      expect(wrong).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) })
      expect(wrong.stderr).not.toContain('bundle')
    }
    const nowhere = await inProcess([
      ...['--table', 'Nothing', '--handler', 'handler.cjs', '--endpoint', server.url],
    ])
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toMatch(/^monotable: There is no table Nothing at http:.*\.\n$/)
    const misspelt = await inProcess([
      ...['--table', TableName, '--handler', 'handler.cjs', '--path', 'misspelt'],
    ])
    expect(misspelt.code).toBe(1)
    expect(misspelt.stderr).toBe(
      'monotable: There is no folder misspelt. Name the folder that has the data.\n',
    )
    const help = new Run(['--help'])
    expect(await help.exit).toBe(0)
    expect(help.stdout).toContain('Examples:')
  })
})
