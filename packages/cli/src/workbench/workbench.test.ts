import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TableModel, WorkbenchState } from '@monotable/workbench'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// The installed command: these tests run the latest build.
const command = fileURLToPath(new URL('../../bin/monotable.js', import.meta.url))

let folder: string
let children: ChildProcess[]

beforeEach(() => {
  // Inside the package, so that a model file finds what it imports.
  folder = mkdtempSync(join(import.meta.dirname, 'test-'))
  children = []
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command, and waits for output that matches. */
function run(...args: string[]) {
  const home = { HOME: folder, USERPROFILE: folder }
  const child = spawn(process.execPath, [command, ...args], { cwd: folder, env: { ...process.env, ...home } })
  children.push(child)
  let text = ''
  const waiting = new Set<() => void>()
  const take = (chunk: Buffer) => {
    text += chunk
    for (const check of waiting) check()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const check = () => {
        const found = pattern.exec(text)
        if (found !== null) resolve(found[1] ?? found[0])
      }
      waiting.add(check)
      check()
    })
  return { child, exit, until, output: () => text }
}

const linkPattern = /Workbench: (http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+)/

/** Opens a link as a browser does, and sends a request of the page. */
async function enter(link: string) {
  const entered = await fetch(link, { redirect: 'manual' })
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';')
  return async <Answer>(path: string, body?: object): Promise<Answer> => {
    const headers = { cookie, 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(new URL(path, link), init)).json() as Promise<Answer>
  }
}

describe('monotable workbench', () => {
  test('serves the page and a sample, and stops on a signal', async () => {
    const { until, child, exit } = run('workbench', '--memory', '--port', '0', '--sample', 'shop')
    const ask = await enter(await until(linkPattern))
    await until(/\(works once\)\nData is in memory, and will be gone when the workbench stops\./)
    const state = await ask<WorkbenchState>('/api/state')
    expect(state).toMatchObject({ readOnly: false, connections: [{ id: 'embedded', observes: true }] })
    expect(state.samples.map(({ name }) => name)).toEqual(expect.arrayContaining(['shop', 'session-store']))
    const scan = { operation: 'Scan', input: { TableName: 'EcommerceTable', Select: 'COUNT' } }
    const { output } = await ask<{ output: { Count: number } }>('/api/connections/embedded/send', scan)
    expect(output.Count).toBeGreaterThan(100)
    const model = await ask<TableModel>('/api/connections/embedded/model?table=EcommerceTable')
    expect(model.patterns.map(({ name }) => name)).toEqual(expect.arrayContaining(['account', 'orderDetail']))
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  test('loads a model file, reloads it when it changes, and saves expectations beside it', async () => {
    const file = join(folder, 'model.ts')
    const write = (name: string) =>
      writeFileSync(
        file,
        `import { model, shape, table } from '@monotable/model'
        const sessions = table('SessionStore', { key: { pk: 'SessionToken' }, type: false })
        const Session = sessions.entity('${name}', { schema: shape<{ SessionToken: string }>() })
        export const app = model({ entities: { Session }, patterns: { byToken: Session.query('primary') } })`,
      )
    write('First')
    const { until } = run('workbench', 'model.ts', '--memory', '--port', '0', '--sample', 'session-store')
    const ask = await enter(await until(linkPattern))
    const entity = async () =>
      (await ask<TableModel>('/api/connections/embedded/model?table=SessionStore')).entities[0]?.name
    const untilSo = async (check: () => Promise<boolean>) => {
      while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await entity()).toBe('First')
    write('Second')
    await untilSo(async () => (await entity()) === 'Second')
    writeFileSync(file, 'export const nothing = 1')
    await untilSo(async () => (await ask<WorkbenchState>('/api/state')).modelError !== undefined)
    expect(await entity()).toBe('Second')
    const { output } = await ask<{ output: { Items: { SessionToken: { S: string } }[] } }>(
      '/api/connections/embedded/send',
      { operation: 'Scan', input: { TableName: 'SessionStore', Limit: 1 } },
    )
    const call = {
      table: 'SessionStore',
      pattern: 'byToken',
      arguments: { SessionToken: output.Items[0]?.SessionToken.S },
    }
    await ask('/api/connections/embedded/patterns/save', call)
    const kept = JSON.parse(readFileSync(join(folder, 'model.expectations.json'), 'utf8'))
    expect(kept).toMatchObject({
      format: 1,
      expectations: [{ pattern: 'byToken', items: [output.Items[0]] }],
    })
    expect(await ask('/api/connections/embedded/patterns/run', call)).toMatchObject({ expected: 'same' })
  })

  test('creates a folder that the log keeps', async () => {
    const { until } = run('workbench', '--path', 'data', '--store', 'log', '--port', '0')
    await until(linkPattern)
    expect(readdirSync(join(folder, 'data'))).toContain('log-index')
  })

  test('exits when its port is in use, although it has begun to watch a model', async () => {
    writeFileSync(join(folder, 'model.mjs'), 'export const nothing = 1')
    const first = run('workbench', '--memory', '--port', '0')
    const { port } = new URL(await first.until(linkPattern))
    const { exit, output } = run('workbench', 'model.mjs', '--memory', '--port', port)
    expect(await exit).toBe(1)
    expect(output()).toContain(`Port ${port} on 127.0.0.1 is in use`)
  })

  test('connects to a server, knows its requests, and changes nothing there', async () => {
    const server = run('serve', '--memory', '--port', '0', '--json')
    const url = await server.until(/"url":"([^"]+)"/)
    const { until } = run('workbench', '--endpoint', url, '--port', '0')
    const ask = await enter(await until(linkPattern))
    const { connections } = await ask<WorkbenchState>('/api/state')
    expect(connections).toMatchObject([{ kind: 'endpoint', address: url, readOnly: true, observes: true }])
    const [{ id } = { id: '' }] = connections
    const list = { operation: 'ListTables', input: {} }
    expect(await ask(`/api/connections/${id}/send`, list)).toMatchObject({ output: { TableNames: [] } })
    const drop = { operation: 'DeleteTable', input: { TableName: 'T' } }
    expect(await ask(`/api/connections/${id}/send`, drop)).toMatchObject({ error: { name: 'ReadOnly' } })
  })

  test.each([
    [
      ['workbench', '--sample', 'absent', '--memory', '--port', '0'],
      2,
      'There is no sample "absent"; choose one of',
    ],
    [['serve', '--sample', 'shpo', '--memory'], 2, 'There is no sample "shpo"; choose one of shop,'],
    [['workbench', '--profile', 'absent'], 1, 'There is no profile "absent" in ~/.aws.'],
    [
      ['workbench', '--memory', '--endpoint', 'http://a'],
      2,
      '--memory and --endpoint cannot be used together',
    ],
    [['workbench', '--sample', 'shop', '--endpoint', 'http://a'], 2, 'cannot be used with --endpoint'],
    [['workbench', '--endpoint', 'a'], 2, '--endpoint must be aws or look like'],
    [['workbench', 'a.ts', 'b.ts'], 2, 'one model file is expected, but "b.ts" is a second one'],
    [['workbench', '--store', 'log', '--memory'], 2, '--memory and --store cannot be used together'],
    [['workbench', '--path', 'misspelt', '--read-only'], 1, 'There is no folder misspelt.'],
    [['workbench', '--prot', '1'], 2, 'did you mean --port?'],
    [['workbench', '--help'], 0, 'Usage: monotable workbench'],
  ])('%j ends with %i', async (args, code, message) => {
    const { exit, output } = run(...args)
    expect(await exit).toBe(code)
    expect(output()).toContain(message)
  })
})

describe('monotable serve', () => {
  test('serves the page beside the database, and says so on a first start', async () => {
    const { until, child, exit } = run('serve', '--port', '0', '--workbench-port', '0')
    const ask = await enter(await until(linkPattern))
    await until(/Open a sample/)
    expect(await ask('/api/state')).toMatchObject({ connections: [{ name: 'This server', observes: true }] })
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  test('also reports the page to programs in JSON', async () => {
    const { until, output } = run('serve', '--memory', '--port', '0', '--json', '--workbench-port', '0')
    await until(/"workbench":"(http:[^"]+)"/)
    const lines = output().trim().split('\n')
    expect(lines.map((line) => Object.keys(JSON.parse(line))[0])).toEqual(['url', 'workbench'])
  })

  test.each([['--no-workbench'], ['--json']])('does not serve the page with %s', async (option) => {
    const { until, output } = run('serve', '--memory', '--port', '0', option)
    await until(/http:\/\/127/)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(output()).not.toContain('Workbench')
  })
})
