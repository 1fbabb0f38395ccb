import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CreateTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../../tests/run-command.ts'
import { otherCertificate, testCertificate } from '../../server/src/testing/test-certificate.ts'

// The installed command: these tests run the latest build.
const command = fileURLToPath(new URL('../bin/monotable.js', import.meta.url))

let folder: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'monotable-'))
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

class Run {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''
  readonly exit: Promise<number | null>

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, [command, ...args], { cwd: folder })
    children.push(this.child)
    this.child.stdout?.on('data', (chunk) => {
      this.stdout += chunk
    })
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += chunk
    })
    this.exit = new Promise((resolve) => this.child.on('close', resolve))
  }

  /** Waits for the line of JSON that `--json` prints. */
  async ready(): Promise<{ url: string; port: number; path: string | null }> {
    await this.printed('\n')
    return JSON.parse(this.stdout)
  }

  /** Waits until it has printed a text. */
  async printed(text: string): Promise<void> {
    let ended = false
    this.exit.then(() => {
      ended = true
    })
    while (!this.stdout.includes(text)) {
      if (ended) throw new Error(`ended before it was ready: ${this.stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** Runs the command in this process, from its sources: most mistakes need no process of their own. */
async function outcome(...args: string[]) {
  const { stderr, ...rest } = await runCommand(folder, args)
  // A message that appears only when opening takes long.
  return { ...rest, stderr: stderr.replace(/^Opening the data.*\n/m, '') }
}

/** Runs the built command in a separate process, to its end. */
async function outcomeApart(...args: string[]) {
  const run = new Run(args)
  const code = await run.exit
  return { code, stdout: run.stdout, stderr: run.stderr }
}

async function listTables(url: string, accessKeyId = 'local'): Promise<unknown> {
  const credentials = { accessKeyId, secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 })
  const { TableNames } = await client.send(new ListTablesCommand({}))
  client.destroy()
  return TableNames
}

describe('command words', () => {
  test('--help, --version, help serve, help recount and help export cdk', async () => {
    expect(await outcomeApart('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: monotable'),
    })
    expect(await outcome('help', 'serve')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Examples:'),
    })
    expect(await outcome('help', 'recount')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('monotable recount'),
    })
    expect(await outcome('help', 'export', 'cdk')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('a construct of the AWS CDK'),
    })
    expect(await outcomeApart('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })

  test.each([
    [['serv'], 'there is no command "serv"; did you mean "serve"?'],
    [['serve', '--prot', '1'], 'unknown option --prot; did you mean --port?'],
    [
      ['serve', '--postgres', 'postgres://u:secret@h/db', '--memory'],
      '--postgres and --memory cannot be used together',
    ],
    [['serve', '--memory', '--store', 'log'], '--memory and --store cannot be used together'],
    [['serve', '--store', 'lgo'], '--store must be sqlite or log, not "lgo"'],
    [['serve', '--max-connections', '0'], '--max-connections must be a number of 1 or more, not "0"'],
    [['serve', '--postgres', 'secret'], '--postgres must look like postgres://user@host:5432/database'],
    [['--port', '1'], '"--port" is not an option of monotable itself; a command such as "serve" comes first'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stderr } = await outcome(...args)
    expect(code).toBe(2)
    expect(stderr).toContain(`monotable: ${message}\n`)
    expect(stderr).not.toContain('secret')
  })

  test('without any word it prints the general help', async () => {
    expect(await outcomeApart()).toMatchObject({ code: 2, stderr: expect.stringContaining('Commands:') })
  })
})

describe('serve', () => {
  test('an unreachable database is reported without its password', async () => {
    const { code, stderr } = await outcome('serve', '--postgres', 'postgres://user:secret@127.0.0.1:1/app')
    expect(code).toBe(1)
    expect(stderr).toContain('Cannot open the data in PostgreSQL at 127.0.0.1:1/app. It cannot be reached:')
    expect(stderr).not.toContain('secret')
  })

  test('the store of a folder is recognized, and not opened as another kind', async () => {
    for (const more of [['--store', 'log'], []]) {
      const run = new Run(['serve', '--path', 'first', '--port', '0', '--json', ...more])
      expect(await run.ready()).toMatchObject({ store: 'log' })
      run.child.kill('SIGTERM')
      expect(await run.exit).toBe(0)
    }
    const { code, stderr } = await outcome('serve', '--path', 'first', '--store', 'sqlite')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^monotable: Cannot open the data in \S+first\. Leave out --store .*\n\(.* store "log", not "sqlite"\.\)\n$/,
    )
  })

  test('answers requests, and stops cleanly on a signal', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const run = new Run(['serve', '--memory', '--port', '0', '--json'])
      const { url, path } = await run.ready()
      expect(path).toBeNull()
      expect(await listTables(url)).toEqual([])
      run.child.kill(signal)
      expect(await run.exit).toBe(0)
      expect(run.stderr).not.toContain('Error')
    }
  })

  test('stops when the shell from which npm started it is gone', async () => {
    const words = [process.execPath, command, 'serve', '--memory', '--port', '0', '--json', '--no-workbench']
    // A second command keeps the shell from replacing itself with the server.
    const script = `${words.map((word) => `'${word}'`).join(' ')}; true`
    const shell = spawn('sh', ['-c', script], { cwd: folder, env: { ...process.env, npm_command: 'start' } })
    children.push(shell)
    await once(shell.stdout, 'data')
    const outputEnded = once(shell.stdout, 'end')
    shell.kill('SIGTERM')
    await outputEnded
    expect(shell.signalCode).toBe('SIGTERM')
  })

  test('continues when nobody reads its output any more, and still stops cleanly', async () => {
    const run = new Run(['serve', '--port', '0', '--path', 'data', '--no-workbench'])
    await run.printed('Ctrl-C')
    const url = /http:\S+/.exec(run.stdout)?.[0] as string
    run.child.stdout?.destroy()
    run.child.stderr?.destroy()
    expect(await listTables(url)).toEqual([])
    run.child.kill('SIGTERM')
    expect(await run.exit).toBe(0)
  })

  test('prints its address, the place of the data, and an example to try', async () => {
    const run = new Run(['serve', '--memory', '--port', '0'])
    await run.printed('Ctrl-C')
    expect(run.stdout).toMatch(/^Monotable \S+ is listening on http:\/\/127\.0\.0\.1:\d+\nData is in memory/)
    expect(run.stdout).toMatch(/AWS_ACCESS_KEY_ID=local .*aws dynamodb list-tables .*--endpoint-url http/)
    run.child.kill('SIGINT')
    expect(run.stdout).not.toContain('Other machines')
    expect(await run.exit).toBe(0)
  })

  test('says so when everybody on the network may do everything', async () => {
    writeFileSync(join(folder, 'keys.json'), '[{ "accessKeyId": "app", "secretAccessKey": "secret" }]')
    const printed = async (...more: string[]) => {
      const run = new Run([
        'serve',
        '--memory',
        '--port',
        '0',
        '--no-workbench',
        '--host',
        '0.0.0.0',
        ...more,
      ])
      await run.printed('Ctrl-C')
      run.child.kill('SIGINT')
      await run.exit
      return run.stdout
    }
    const warning = 'Other machines can reach it, and it accepts any access key: --auth keys.json'
    expect(await printed()).toContain(warning)
    expect(await printed('--auth', 'keys.json')).not.toContain(warning)
  })

  test('a requested port that is in use is an error', async () => {
    const first = new Run(['serve', '--memory', '--port', '0', '--json'])
    const { port } = await first.ready()
    const { code, stderr } = await outcome('serve', '--memory', '--port', String(port))
    expect(code).toBe(1)
    expect(stderr).toBe(
      `monotable: Port ${port} on 127.0.0.1 is in use. Use another --port, or --port 0 for any free one.\n`,
    )
  })

  test('without --port it listens on the next free port, and says so', async () => {
    const occupant = createServer()
    await new Promise<void>((resolve) => {
      occupant.once('error', () => resolve())
      occupant.listen(8_000, '127.0.0.1', () => resolve())
    })
    const run = new Run(['serve', '--memory'])
    await run.printed('Ctrl-C')
    expect(run.stdout).toMatch(/^Port 8000 is in use; using (\d+) instead\.\nMonotable .*:\1\n/)
    run.child.kill('SIGINT')
    await run.exit
    occupant.close()
  })

  test.skipIf(process.platform !== 'linux')(
    'answers while idle connections use up all file handles',
    async () => {
      const words = [process.execPath, command, 'serve', '--memory', '--port', '0', '--json']
      const script = `ulimit -n 160; exec ${words.map((word) => `'${word}'`).join(' ')}`
      const child = spawn('sh', ['-c', script], { cwd: folder })
      children.push(child)
      let stderr = ''
      child.stderr.on('data', (chunk) => {
        stderr += chunk
      })
      const [line] = await once(child.stdout, 'data')
      const { url, port } = JSON.parse(String(line)) as { url: string; port: number }
      const idle = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => {}))
      expect(await listTables(url)).toEqual([])
      expect(stderr).toMatch(/^monotable: All 84 allowed connections .*--max-connections\.\n$/)
      for (const socket of idle) socket.destroy()
    },
  )

  test('more connections than possible are rejected', async () => {
    const { code, stderr } = await outcome('serve', '--memory', '--max-connections', '9999999')
    // Only Linux reports the limit on open files.
    if (process.platform === 'linux') {
      expect(code).toBe(1)
      expect(stderr).toMatch(/^monotable: 9999999 connections need as many open files .*"ulimit -n \d+"/)
    }
  })

  test('a second signal ends it at once, whatever it is doing', async () => {
    const run = new Run(['serve', '--memory', '--port', '0', '--json'])
    const { port } = await run.ready()
    const stuck = connect(port, '127.0.0.1')
    stuck.on('error', () => {})
    await new Promise((resolve) => stuck.write('POST / HTTP/1.1\r\n', resolve))
    await listTables(`http://127.0.0.1:${port}`)
    run.child.kill('SIGINT')
    while (run.child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      run.child.kill('SIGINT')
    }
    expect(await run.exit).toBe(130)
    stuck.destroy()
  })

  test("with --throttle, requests beyond a table's capacity are throttled", async () => {
    const run = new Run(['serve', '--memory', '--port', '0', '--json', '--throttle'])
    const { url } = await run.ready()
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 })
    await client.send(
      new CreateTableCommand({
        TableName: 'Small',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      }),
    )
    // A write of 300 units to a table with one unit leaves a debt of minutes.
    const Item = { id: { S: 'a' }, text: { S: 'x'.repeat(300_000) } }
    const put = () => client.send(new PutItemCommand({ TableName: 'Small', Item }))
    await put()
    await expect(put()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' })
    client.destroy()
  })

  test('invalid files are explained', async () => {
    writeFileSync(join(folder, 'keys.json'), '{}')
    writeFileSync(join(folder, 'cert.pem'), 'nonsense')
    writeFileSync(join(folder, 'empty.pem'), '')
    const typo = { Statement: { Effect: 'Allow', Action: 'dynamodb:Gett', Resource: '*' } }
    for (const [name, policy] of [
      ['typo', typo],
      ['lost', 'lost/policy.json'],
    ] as const) {
      const key = { accessKeyId: 'a', secretAccessKey: 'b', policies: [policy] }
      writeFileSync(join(folder, `${name}.json`), JSON.stringify([key]))
    }
    const cases: [string[], string][] = [
      [['--auth', 'none.json'], 'There is no file none.json.'],
      [['--auth', 'keys.json'], 'The keys file keys.json cannot be used: it must be a list of access keys.'],
      [
        ['--auth', 'typo.json'],
        'cannot be used: entry 1: Statement: DynamoDB has no action "dynamodb:Gett".',
      ],
      [['--auth', 'lost.json'], 'The keys file lost.json cannot be used: There is no file'],
      [['--cert', 'cert.pem', '--key', 'cert.pem'], 'The file cert.pem of --'],
      [['--cert', 'empty.pem', '--key', 'cert.pem'], 'The file empty.pem is empty.'],
      [['--host', '203.0.113.1'], 'This machine has no address "203.0.113.1" to listen on.'],
      [['--host', 'fe80::1'], 'This machine has no address "fe80::1" to listen on.'],
    ]
    for (const [args, message] of cases) {
      const { code, stderr } = await outcome('serve', '--memory', '--port', '0', ...args)
      expect(stderr).toContain(message)
      expect(stderr).not.toContain('    at ')
      expect(code).toBe(1)
    }
  })

  test('keys grant what their policies allow, and keys without any policy are named', async () => {
    const policy = { Statement: { Effect: 'Allow', Action: 'dynamodb:ListTables', Resource: '*' } }
    const keys = [
      { accessKeyId: 'local', secretAccessKey: 'local', policies: ['policies/list.json'] },
      { accessKeyId: 'old', secretAccessKey: 'local' },
    ]
    mkdirSync(join(folder, 'config', 'policies'), { recursive: true })
    writeFileSync(join(folder, 'config', 'keys.json'), JSON.stringify(keys))
    writeFileSync(join(folder, 'config', 'policies', 'list.json'), JSON.stringify(policy))
    const run = new Run(['serve', '--memory', '--port', '0', '--json', '--auth', 'config/keys.json'])
    const { url } = await run.ready()
    expect(run.stderr).toBe(
      'monotable: The key old has no policies, so no request is allowed: add "policies": a list of ' +
        'policies, or "full-access".\n',
    )
    expect(await listTables(url)).toEqual([])
    await expect(listTables(url, 'old')).rejects.toMatchObject({ name: 'AccessDeniedException' })
  })

  test.runIf(process.platform !== 'win32')(
    'SIGHUP does not end a server that has no terminal, as under nohup',
    async () => {
      const run = new Run(['serve', '--memory', '--port', '0', '--json'])
      const { url } = await run.ready()
      run.child.kill('SIGHUP')
      for (let i = 0; i < 5; i++) expect(await listTables(url)).toEqual([])
      run.child.kill('SIGTERM')
      expect(await run.exit).toBe(0)
    },
  )

  test.runIf(process.platform !== 'win32')(
    'SIGHUP loads changed keys at once if they are valid',
    async () => {
      const keys = (accessKeyId: string) =>
        JSON.stringify([{ accessKeyId, secretAccessKey: 'local', policies: 'full-access' }])
      const file = join(folder, 'keys.json')
      writeFileSync(file, keys('local'))
      const run = new Run(['serve', '--memory', '--port', '0', '--json', '--auth', 'keys.json'])
      const { url } = await run.ready()
      const told = async (text: string) => {
        run.child.kill('SIGHUP')
        await expect.poll(() => run.stderr).toContain(text)
      }
      writeFileSync(file, keys('new').slice(0, 40))
      await told('so the old ones stay in effect: The keys file keys.json cannot be used: it is not JSON.\n')
      expect(await listTables(url)).toEqual([])
      writeFileSync(file, keys('new'))
      await told('new requests are checked against the new ones')
      expect(await listTables(url, 'new')).toEqual([])
      await expect(listTables(url)).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
      run.child.kill('SIGTERM')
      expect(await run.exit).toBe(0)
    },
  )

  test.runIf(process.platform !== 'win32')(
    'SIGHUP loads a renewed certificate and token at once',
    async () => {
      const put = ({ cert, key }: typeof testCertificate) => {
        writeFileSync(join(folder, 'cert.pem'), cert)
        writeFileSync(join(folder, 'key.pem'), key)
      }
      put(testCertificate)
      writeFileSync(join(folder, 'token'), 'token-of-eight')
      const run = new Run([
        ...['serve', '--memory', '--port', '0', '--json'],
        ...['--cert', 'cert.pem', '--key', 'key.pem', '--metrics-token', 'token'],
      ])
      await run.ready()
      put(otherCertificate)
      writeFileSync(join(folder, 'token'), 'another-token')
      run.child.kill('SIGHUP')
      await expect
        .poll(() => run.stderr)
        .toMatch(/new connections get the new one.*\n.*from now on readers need the new one/)
      run.child.kill('SIGTERM')
      expect(await run.exit).toBe(0)
    },
  )

  test('a path that is a file is explained', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { code, stderr } = await outcome('serve', '--path', 'file', '--port', '0')
    expect(code).toBe(1)
    expect(stderr).toContain('file is a file, but a folder is needed there.\n(EEXIST: ')
  })

  test('data persists in its folder, and two processes cannot share it', async () => {
    const args = ['serve', '--path', 'data', '--port', '0']
    const first = new Run([...args, '--json'])
    const { path } = await first.ready()
    expect(path).toBe(join(folder, 'data'))
    const second = await outcomeApart(...args)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('Another process has it open.')
    first.child.kill('SIGINT')
    expect(await first.exit).toBe(0)
    expect(existsSync(join(folder, 'data'))).toBe(true)
    const third = new Run([...args, '--json'])
    expect(await listTables((await third.ready()).url)).toEqual([])
  })

  // Windows does not remove files that are open.
  test.skipIf(process.platform === 'win32')('reports when it stops that its data was removed', async () => {
    const run = new Run(['serve', '--port', '0', '--path', 'data', '--json'])
    await run.ready()
    rmSync(join(folder, 'data', 'data.sqlite'))
    run.child.kill('SIGTERM')
    expect(await run.exit).toBe(1)
    expect(run.stderr).toMatch(/^monotable: .*the file "data.sqlite" in it.*\n$/)
  })
})

describe('metrics', () => {
  test('serve returns them to requests with the token from a file', async () => {
    writeFileSync(join(folder, 'token'), 'token-of-eight\n')
    const run = new Run(['serve', '--memory', '--port', '0', '--json', '--metrics-token', 'token'])
    const { url } = await run.ready()
    await listTables(url)
    expect((await fetch(`${url}/metrics`)).status).toBe(401)
    const headers = { authorization: 'Bearer token-of-eight' }
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    expect(text).toContain('monotable_requests_total{operation="ListTables"} 1\n')
    const requests = await (await fetch(`${url}/requests`, { headers })).json()
    expect(requests).toMatchObject([{ operation: 'ListTables', accessKeyId: 'local' }])
  })

  test('a file without a token is rejected', async () => {
    writeFileSync(join(folder, 'token'), 'short\n')
    const { code, stderr } = await outcome('serve', '--memory', '--port', '0', '--metrics-token', 'token')
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must contain a token'),
    })
  })
})
