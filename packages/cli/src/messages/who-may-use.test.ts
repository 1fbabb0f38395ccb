import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from 'monotable'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { whoMayUse } from './who-may-use.ts'

// The command as it is installed: these tests run what was built last.
const command = fileURLToPath(new URL('../../bin/monotable.js', import.meta.url))
const nobody = 65_534

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'monotable-who-'))
  chmodSync(root, 0o755)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe.skipIf(process.getuid === undefined)('of what may not be used', () => {
  test('whose it is, and what helps', () => {
    const own = process.getuid?.() ?? 0
    mkdirSync(join(root, 'locked'), { mode: 0o555 })
    const locked = join(root, 'locked')
    const owner = own === 0 ? 'root' : `user ${own}`
    const told = `${locked} belongs to ${owner}, with the rights r-xr-xr-x, and this is user 4711. Give another place, or have ${owner} change that, by chown or chmod.`
    expect(whoMayUse(locked, 4_711)).toBe(told)
    // What is not there is refused by what is around it.
    expect(whoMayUse(join(locked, 'a', 'b'), 4_711)).toBe(told)
    if (own !== 0) expect(whoMayUse(locked)).toContain(`chmod u+rwX ${locked}`)
  })

  test('nothing is guessed for root', () => {
    expect(whoMayUse(root, 0)).toBe('Give another place, or see who owns it and who may use it.')
  })
})

/** Whether a test can be somebody who may not do everything. */
const canBeNobody = (() => {
  const { status } = spawnSync('setpriv', [
    `--reuid=${nobody}`,
    '--clear-groups',
    process.execPath,
    command,
    '-v',
  ])
  return process.getuid?.() === 0 && status === 0
})()

describe.skipIf(!canBeNobody)('somebody else is told what is wrong with a folder', () => {
  const run = (...words: string[]): string => {
    const as = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', process.execPath, command]
    const { stderr, status } = spawnSync('setpriv', [...as, ...words], { encoding: 'utf8', cwd: root })
    expect(status).toBe(1)
    return stderr
  }
  const serve = (path: string): string => run('serve', '--no-workbench', '--port', '0', '--path', path)
  const helps = (place: string) => `${place} belongs to root, with the rights `

  test.each([
    ['that is read-only', 0o555, ''],
    ['that may not be looked into', 0o700, ''],
    ['in one that is read-only', 0o555, 'new'],
    ['in one that may not be looked into', 0o700, 'new'],
  ])('%s', (_, mode, inner) => {
    const folder = join(root, 'folder')
    mkdirSync(folder, { mode })
    expect(serve(join(folder, inner))).toContain(helps(folder))
  })

  test('that has data of another in it', async () => {
    const folder = join(root, 'folder')
    const db = await openDatabase({ path: folder })
    await db.close()
    expect(run('export', '--table', 'Music', '--to', 'out', '--path', folder)).toContain(helps(folder))
    chmodSync(folder, 0o777)
    expect(serve(folder)).toContain(helps(join(folder, 'data.sqlite')))
    writeFileSync(join(root, 'file'), '')
    expect(run('export', '--table', 'Music', '--to', 'out', '--path', 'file')).toContain('file is a file.')
  })
})
