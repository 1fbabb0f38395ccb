import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../../tests/run-command.ts'
import { type Expectation, expectationsFile, readExpectations, saveExpectation } from './expectations.ts'
import { fromJsonItem, toJsonItem } from './json-item.ts'
import { loadModel } from './load-model.ts'
import { readArguments } from './read-arguments.ts'
import { runExpectations } from './run-expectations.ts'

// The installed command: these tests run the latest build.
const command = fileURLToPath(new URL('../../bin/monotable.js', import.meta.url))
const modelPackage = resolve(import.meta.dirname, '..', '..', '..', 'model')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'monotable-model-'))
  // The published form of the package: the tests themselves use its sources, which take seconds to compile.
  const packed = join(folder, 'packages', 'model')
  cpSync(join(modelPackage, 'dist'), join(packed, 'dist'), { recursive: true })
  const manifest = readFileSync(join(modelPackage, 'package.json'), 'utf8')
  writeFileSync(join(packed, 'package.json'), manifest.replaceAll('monotable-source', 'not-there'))
  // The package is linked in one project, as in a workspace, and installed in the other, as everywhere else.
  for (const project of ['linked', 'installed']) {
    const packages = join(folder, project, 'node_modules', '@monotable')
    mkdirSync(packages, { recursive: true })
    if (project === 'linked') symlinkSync(packed, join(packages, 'model'), 'junction')
    else cpSync(packed, join(packages, 'model'), { recursive: true })
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(project: 'linked' | 'installed', name: string, text: string): string {
  const file = join(folder, project, name)
  writeFileSync(file, text)
  return file
}

const table = `import { model, shape, table } from '@monotable/model'
export const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } } })
interface Order { readonly user: string; readonly id: number; readonly at: Date }
`
const order = `const Order = shop.entity('Order', {
  schema: shape<Order>(),
  key: { pk: 'USER#{user}', sk: 'ORDER#{id:pad6}' },
  index: { GSI1: { pk: 'ORDERS#{user}', sk: '{at:iso}' } },
  stored: { at: 'date' },
})
`
const sound = `${table}${order}
export const app = model({
  entities: { Order },
  patterns: {
    orders: Order.query('primary', { order: 'newest', page: 10, expect: { perSecond: 100 } }),
    since: Order.query('GSI1', { page: 10 }),
  },
})
`
const unsound = sound.replace("key: { pk: 'USER#{user}'", "key: { pk: 'ORDERS'")

describe.each(['linked', 'installed'] as const)('loadModel, with the package %s', (project) => {
  it('loads what a TypeScript file exports as a model', async () => {
    const file = write(project, 'sound.ts', sound)
    const loaded = await loadModel(file)
    expect(loaded.file).toBe(file)
    expect(Object.keys(loaded.model.entities)).toEqual(['Order'])
    expect(Object.keys(loaded.model.patterns)).toEqual(['orders', 'since'])
  })

  it('loads entities and patterns by their export names, also from other files', async () => {
    write(project, 'entities.ts', `${table}export ${order}`)
    const file = write(
      project,
      'names.ts',
      `import { Order } from './entities.ts'\nexport { Order }\nexport const mine = Order.query('primary')`,
    )
    const { model } = await loadModel(file)
    expect([Object.keys(model.entities), Object.keys(model.patterns)]).toEqual([['Order'], ['mine']])
    expect(model.entities['Order']?.definition.name).toBe('Order')
  })

  it('merges several models unless a name has two meanings', async () => {
    const several = `${table}${order}
      const other = () => shop.entity('Other', { schema: shape<{ id: string }>(), key: { pk: 'A#{id}', sk: 'A' } })
      export const one = model({ entities: { Order } })
      export default model({ entities: { Other: other() } })`
    const { model } = await loadModel(write(project, 'several.ts', several))
    expect(Object.keys(model.entities).sort()).toEqual(['Order', 'Other'])
    const clashing = write(
      project,
      'clashing.ts',
      several.replace('{ Other: other() }', '{ Order: other() }'),
    )
    await expect(loadModel(clashing)).rejects.toThrow('two of them have entity Order')
  })

  it('loads the current version of a file each time', async () => {
    const file = write(project, 'changing.ts', sound)
    await loadModel(file)
    write(project, 'changing.ts', sound.replace('since:', 'later:'))
    expect(Object.keys((await loadModel(file)).model.patterns)).toEqual(['orders', 'later'])
  })

  it('accepts CommonJS too', async () => {
    const text = `const { shape, table } = require('@monotable/model')
      const app = table('App', { key: { pk: 'PK' } })
      module.exports = { Note: app.entity('Note', { schema: shape(), key: { pk: 'NOTE#{id}' } }) }`
    const { model } = await loadModel(write(project, 'common.cjs', text))
    expect(Object.keys(model.entities)).toEqual(['Note'])
  })

  it('finds modules by the paths of the tsconfig.json, and does without one that cannot be read', async () => {
    mkdirSync(join(folder, project, 'src', 'lib'), { recursive: true })
    write(project, 'src/lib/entities.ts', `${table}export ${order}`)
    const byPath = write(project, 'src/by-path.ts', "export { Order } from '@/lib/entities'")
    const paths = { compilerOptions: { paths: { '@/*': ['./*'] } } }
    write(project, 'src/tsconfig.json', JSON.stringify(paths))
    expect(Object.keys((await loadModel(byPath)).model.entities)).toEqual(['Order'])
    write(project, 'src/tsconfig.json', JSON.stringify({ extends: '@tsconfig/not-there' }))
    const plain = write(project, 'src/plain.ts', "export { Order } from './lib/entities'")
    expect(Object.keys((await loadModel(plain)).model.entities)).toEqual(['Order'])
  })

  it.each([
    ['empty.ts', 'export {}', 'exports nothing. Export one: export const app = model('],
    ['none.ts', 'export const five = 5', 'exports no model and no entity, only five'],
    ['broken.ts', 'export const five = (', 'broken.ts cannot be loaded: '],
    ['lost.ts', "import './nowhere.ts'", "Cannot find module './nowhere.ts'\n    at "],
    [
      'refused.ts',
      `${table}shop.entity('A', { schema: shape<{ id: string }>(), key: { pk: 'A#{id', sk: 'A' } })`,
      'cannot be loaded: Key template "A#{id" has a brace in "A#{id" that is not a slot\n    at ',
    ],
  ])('says what is wrong with %s', async (name, text, message) => {
    await expect(loadModel(write(project, name, text))).rejects.toThrow(message)
  })
})

it('reports a missing file', async () => {
  await expect(loadModel(join(folder, 'nothing.ts'))).rejects.toThrow('There is no file')
})

const item = (user: string, id: string, at: string) => ({
  PK: { S: `USER#${user}` },
  SK: { S: `ORDER#${id}` },
  GSI1PK: { S: `ORDERS#${user}` },
  GSI1SK: { S: at },
})
const key = ({ PK, SK }: ReturnType<typeof item>) => ({ PK, SK })
const first = item('a', '000001', '2026-01-01T00:00:00.000Z')
const second = item('a', '000002', '2026-01-02T00:00:00.000Z')
const kept: Expectation = {
  pattern: 'orders',
  arguments: { user: 'a' },
  items: [first, second, item('b', '000003', '2026-01-01T00:00:00.000Z')],
  returns: [key(second), key(first)],
  units: 0.5,
}

describe('expectations', () => {
  it('are saved beside the model, only the last one of each call', async () => {
    const file = write('linked', 'kept.ts', sound)
    expect(readExpectations(file)).toEqual([])
    await saveExpectation(file, { ...kept, returns: [] })
    const other = { ...kept, arguments: { user: 'b' } }
    await saveExpectation(file, other)
    expect(await saveExpectation(file, kept)).toBe(expectationsFile(file))
    expect(readExpectations(file)).toEqual([other, kept])
    expect(expectationsFile(file)).toBe(join(folder, 'linked', 'kept.expectations.json'))
    expect(JSON.parse(readFileSync(expectationsFile(file), 'utf8'))).toMatchObject({ format: 1 })
  })

  it.each([
    ['{', 'is not JSON'],
    ['{"format":2}', 'has the format 2, but this version reads 1'],
    ['{"format":1}', 'has no list "expectations"'],
    ['{"format":1,"expectations":[{"pattern":"a"}]}', 'has an invalid expectation, number 1'],
  ])('that cannot be read are rejected: %s', (text, message) => {
    const file = write('linked', 'wrong.ts', sound)
    writeFileSync(expectationsFile(file), text)
    expect(() => readExpectations(file)).toThrow(message)
  })

  it('pass, or report what differs', async () => {
    const { model } = await loadModel(write('linked', 'sound.ts', sound))
    const since = { gte: '2026-01-02T00:00:00.000Z' }
    const results = await runExpectations(model, [
      kept,
      { ...kept, pattern: 'since', arguments: { user: 'a', at: since }, returns: [key(second)] },
      { ...kept, arguments: { user: 'a', id: '1' }, returns: [key(first)] },
      { ...kept, returns: [key(first), key(second)] },
      { ...kept, units: 0 },
      { ...kept, returns: [] },
      { ...kept, pattern: 'none' },
      { ...kept, arguments: {} },
    ])
    expect(results.map(({ problem }) => problem)).toEqual([
      undefined,
      undefined,
      undefined,
      'it returns USER#a / ORDER#000002, USER#a / ORDER#000001 instead of USER#a / ORDER#000001, USER#a / ORDER#000002',
      'it takes 0.5 read units, more than the expected 0',
      'it returns USER#a / ORDER#000002, USER#a / ORDER#000001 instead of nothing',
      'the model has no pattern none',
      'it failed: "user" is needed to find the partition PK',
    ])
  })

  it('contain binary values as base64', () => {
    const wire = { a: { B: 'AQI=' }, b: { M: { c: { BS: ['Aw=='] } } }, d: { L: [{ B: 'AQ==' }] } }
    const sent = fromJsonItem(wire)
    expect(sent).toMatchObject({ a: { B: new Uint8Array([1, 2]) } })
    expect(toJsonItem(sent)).toEqual(wire)
  })

  it("contain arguments in the application's form", async () => {
    const { model } = await loadModel(write('linked', 'sound.ts', sound))
    const { orders, since } = model.patterns
    const date = '2026-01-01T00:00:00.000Z'
    expect(readArguments(orders as never, { user: 'a', id: { between: ['1', 5] } })).toEqual({
      user: 'a',
      id: { between: [1, 5] },
    })
    expect(readArguments(since as never, { user: '5', at: { gt: date } })).toEqual({
      user: '5',
      at: { gt: new Date(date) },
    })
    expect(readArguments(since as never, { at: { begins: '2026' } })).toEqual({ at: { begins: '2026' } })
  })
})

describe('monotable check', () => {
  const run = (...args: string[]) => runCommand(join(folder, 'installed'), ['check', ...args])
  /** Runs the built command in a separate process. */
  const runApart = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'check', ...args], {
      cwd: join(folder, 'installed'),
      encoding: 'utf8',
    })
    return { code: status, stdout, stderr }
  }

  it('fails if a file waits for something that never happens', () => {
    write('installed', 'waits.ts', `${sound}\nawait new Promise(() => {})`)
    expect(runApart('waits.ts')).toMatchObject({ code: 1, stderr: expect.stringContaining('never happens') })
  })

  it('says in one line why a lock cannot be written', async () => {
    write('installed', 'sound.ts', sound)
    const lock = join(folder, 'installed', 'schema.lock.json')
    mkdirSync(lock)
    const { code, stderr } = await run('sound.ts', '--lock')
    rmSync(lock, { recursive: true })
    expect([code, stderr]).toEqual([1, `monotable: ${lock} is a folder, but a file is needed there.\n`])
  })

  it('exits with 0 for a sound model, and shows patterns, entities and cost', () => {
    write('installed', 'sound.ts', sound)
    const { code, stdout, stderr } = runApart('sound.ts')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Access pattern +Kind +Index +Items +Read units +Calls\/s +\$\/month\n/)
    expect(stdout).toMatch(/^orders +query +Shop +10 +1\.5 +100 +49\.28$/m)
    expect(stdout).toMatch(/^since +query +GSI1 +10 +1\.5$/m)
    expect(stdout).toContain('At most 49.28 dollars a month')
    expect(stdout).toContain('No findings.\n')
    expect(stdout).not.toContain('\u001b')
  })

  it('shows no total cost without any expected rates', async () => {
    write('installed', 'idle.ts', sound.replace(', expect: { perSecond: 100 }', ''))
    const { stdout } = await run('idle.ts')
    expect(stdout).toContain(
      'No costs: the model does not say how often it is used. Add expect: { … } to patterns and entities.\n',
    )
    expect(stdout).not.toContain('dollars a month')
  })

  it('exits with 1 for findings, each with its reason and advice', async () => {
    write(
      'installed',
      'unsound.ts',
      unsound.replace('{ page: 10 }),\n  }', "{ page: 10 }),\n all: Order.scan('primary')}"),
    )
    const { code, stdout } = await run('unsound.ts')
    expect(code).toBe(1)
    expect(stdout).toContain('Pattern all\n  error scan (pattern all, entity Order)\n')
    expect(stdout).toContain('    → ')
    expect(stdout).toContain('Entity Order\n  warning hot-partition (entity Order)\n')
    expect(stdout).toContain('1 error, 1 warning.\n')
  })

  it('treats warnings as errors with --strict', async () => {
    write('installed', 'unsound.ts', unsound)
    expect((await run('unsound.ts')).code).toBe(0)
    expect((await run('--strict', 'unsound.ts')).code).toBe(1)
  })

  it('prints JSON for programs', async () => {
    write('installed', 'unsound.ts', unsound)
    const { code, stdout } = await run('unsound.ts', '--json', '--strict')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      file: join(folder, 'installed', 'unsound.ts'),
      findings: [{ code: 'hot-partition', severity: 'warning', entity: 'Order' }],
      patterns: [{ name: 'orders', readUnits: 1.5 }, { name: 'since' }],
      entities: [{ name: 'Order' }],
      cost: { dollarsPerMonth: expect.closeTo(49.275) },
      expectations: [],
    })
  })

  it('exits when it is done, whatever the model keeps open, and hides what the model prints', () => {
    const prints = `console.log('the model is loaded')\nconsole.dir({ loaded: true }, { depth: null })`
    const noisy = `${prints}\nsetInterval(() => {}, 1_000)\n${sound}`
    write('installed', 'noisy.ts', noisy)
    const { code, stdout, stderr } = runApart('noisy.ts', '--json')
    expect([code, stderr]).toEqual([0, 'the model is loaded\n{ loaded: true }\n'])
    expect(JSON.parse(stdout)).toMatchObject({ findings: [] })
  })

  it.skipIf(process.platform === 'win32')(
    'does not fail when a reader has read enough, and reports a full disk',
    () => {
      const many = Array.from({ length: 400 }, (_, i) => `  p${i}: Order.query('primary', { page: 10 }),`)
      write('installed', 'many.ts', sound.replace('patterns: {', `patterns: {\n${many.join('\n')}`))
      const shell = (line: string) =>
        spawnSync('bash', ['-c', `"$0" "$1" check many.ts --json ${line}`, process.execPath, command], {
          cwd: join(folder, 'installed'),
          encoding: 'utf8',
        })
      // More than a pipe holds.
      expect(shell(`| head -1; exit \${PIPESTATUS[0]}`)).toMatchObject({
        status: 0,
        stdout: '{\n',
        stderr: '',
      })
      if (!existsSync('/dev/full')) return
      expect(shell('> /dev/full')).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^monotable: the output could not be written: ENOSPC[^\n]*\n$/),
      })
    },
  )

  it('repeats saved calls', async () => {
    const file = write('installed', 'expected.ts', sound)
    await saveExpectation(file, kept)
    expect(await run('expected.ts')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Expectations\n  holds orders({"user":"a"})\n'),
    })
    write('installed', 'expected.ts', sound.replace('{id:pad6}', '{id:pad5}'))
    const { code, stdout } = await run('expected.ts', '--json')
    // The stored items have changed, but the calls return the same ones.
    expect([code, JSON.parse(stdout).expectations]).toEqual([
      0,
      [{ call: 'orders({"user":"a"})', holds: true }],
    ])
    write('installed', 'expected.ts', sound.replace("order: 'newest', ", ''))
    const broken = await run('expected.ts')
    expect(broken.code).toBe(1)
    expect(broken.stdout).toContain('1 expectation not met.')
  })

  it('prints its usage', async () => {
    expect(await run()).toMatchObject({
      code: 2,
      stderr: 'monotable: the model file is missing\nRun "monotable check --help" for usage.\n',
    })
    expect((await run('a.ts', 'b.ts')).code).toBe(2)
    expect(await run('a.ts', '--jsn')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean --json?'),
    })
    expect(await run('nothing.ts')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no file'),
    })
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:') })
  })
})
