import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { main } from './main.ts'
import { serveHelp } from './messages/help-text.ts'
import { migrateHelp, rebuildHelp } from './migrate/migrate-help.ts'
import { recountHelp } from './migrate/recount-help.ts'
import { checkHelp } from './model-file/check-help.ts'
import { docsHelp } from './outputs/docs-help.ts'
import { exportModelHelp } from './outputs/export-help.ts'
import { importModelHelp } from './outputs/import-help.ts'
import { parseServeOptions } from './serve/serve-options.ts'
import { exportHelp, importHelp } from './transfer/transfer-help.ts'
import { triggerHelp } from './trigger/trigger-help.ts'
import { workbenchHelp } from './workbench/workbench-help.ts'
import { parseWorkbenchOptions } from './workbench/workbench-options.ts'

/** Calls that fail at the latest when they look for a file, so they write nothing and contact nobody. */
const calls: readonly (readonly [call: string, help: string])[] = [
  ['check none.ts', checkHelp],
  ['docs none.ts', docsHelp],
  ['migrate plan none.ts', migrateHelp],
  ['recount plan none.ts', recountHelp],
  ['rebuild none.ts name', rebuildHelp],
  ['export --table Music --to out --path none', exportHelp],
  ['import --table Music --from none.json', importHelp],
  ['trigger --table Music --handler none.mjs', triggerHelp],
  ...['cloudformation', 'iam', 'nosql-workbench'].map(
    (format) => [`export ${format} none.ts`, exportModelHelp] as const,
  ),
  ['import nosql-workbench none.json', importModelHelp],
]

const values = [
  '',
  ' ',
  '-',
  '--',
  '-1',
  '1e9',
  '9'.repeat(30),
  '{',
  'é\n',
  '__proto__',
  'http://',
  'postgres://',
]

const start = process.cwd()
/** A trigger listens for signals before it looks for its handler. */
const signals = ['SIGINT', 'SIGTERM'] as const
const before = signals.flatMap((signal) => process.listeners(signal))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-line-'))
  process.chdir(folder)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

test('a working directory that has been removed is reported', async () => {
  vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('ENOENT: uv_cwd'), { code: 'ENOENT', syscall: 'uv_cwd' })
  })
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const code = await main(['serve', '--port', '0'])
  expect(told.mock.calls.join()).toContain('monotable: The current folder no longer exists.')
  expect(code).toBe(1)
})

test.each(calls)('whatever arguments "%s" gets, it reports what is wrong', async (call, help) => {
  const printed: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  // No server listens on this port.
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1')
  for (const [option, ...more] of hostileArguments(help)) {
    printed.length = 0
    const args = [...withoutOption(call.split(' '), option), option, ...more]
    const code = await main(args)
    forgetSignals()
    expect([args, code > 0, printed.join('')]).toEqual([args, true, expect.stringMatching(/^monotable: ./)])
    expect([args, printed.join('')]).not.toEqual([
      args,
      expect.stringMatching(/undefined|NaN|\[object|^ +at /m),
    ])
  }
  // Programs that read the output, perhaps as JSON, never mistake an error for a result.
  expect(stdout.mock.calls).toEqual([])
  expect(readdirSync('.')).toEqual([])
})

test.each([
  ['serve', serveHelp, parseServeOptions],
  ['workbench', workbenchHelp, (args: readonly string[]) => parseWorkbenchOptions(args, {})],
] as const)('any options given to %s are accepted or reported as wrong', (_, help, parse) => {
  for (const args of hostileArguments(help)) {
    try {
      parse(args)
    } catch (error) {
      expect({ args, error }).toMatchObject({ args, error: { name: 'UsageError' } })
    }
  }
})

function forgetSignals(): void {
  for (const signal of signals) {
    const added = process.listeners(signal).filter((listener) => !before.includes(listener))
    for (const listener of added) process.off(signal, listener)
  }
}

/** Returns every option named in a help: without a value, twice, and with values that few of them accept. */
function hostileArguments(help: string): [string, ...string[]][] {
  const options = new Set(help.match(/(?<=[ ,]|^)--[a-z-]+/gm))
  options.delete('--help')
  return [...options].flatMap((option): [string, ...string[]][] => [
    [option],
    [option, 'a', option, 'a'],
    [`${option}=`],
    ...values.map((value): [string, string] => [option, value]),
  ])
}

/** Returns a call without an option that is to be given another value. */
function withoutOption(words: readonly string[], option: string): string[] {
  const at = words.indexOf(option.replace(/=$/, ''))
  return words.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
}
