import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from 'monotable'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { explainPermissions } from './explain-permissions.ts'

// The installed command: these tests run the latest build.
const command = fileURLToPath(new URL('../../bin/monotable.js', import.meta.url))
const nobody = 65_534

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'monotable-who-'))
  chmodSync(root, 0o755)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe.skipIf(process.getuid === undefined)('for a place without permission', () => {
  test('says who owns it, and what helps', () => {
    const own = process.getuid?.() ?? 0
    mkdirSync(join(root, 'locked'), { mode: 0o555 })
    const locked = join(root, 'locked')
    const owner = own === 0 ? 'root' : `user ${own}`
    const told = `${locked} belongs to ${owner}, with the permissions r-xr-xr-x, and this is user 4711. Use another place, or have ${owner} change its owner or permissions (chown, chmod).`
    expect(explainPermissions(locked, 4_711)).toBe(told)
    // A missing path is refused because of the folder around it.
    expect(explainPermissions(join(locked, 'a', 'b'), 4_711)).toBe(told)
    if (own !== 0) expect(explainPermissions(locked)).toContain(`chmod u+rwX ${locked}`)
  })

  test('makes no guess for root', () => {
    expect(explainPermissions(root, 0)).toBe('Use another place, or check its owner and permissions.')
  })
})

/** Whether tests can run as a user without root's permissions. */
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

describe.skipIf(!canBeNobody)('another user is told what is wrong with a folder', () => {
  const run = (...words: string[]): string => {
    const as = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', process.execPath, command]
    const { stderr, status } = spawnSync('setpriv', [...as, ...words], { encoding: 'utf8', cwd: root })
    expect(status).toBe(1)
    return stderr
  }
  const serve = (path: string): string => run('serve', '--no-workbench', '--port', '0', '--path', path)
  const helps = (place: string) => `${place} belongs to root, with the permissions `

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

  test('that contains data of another user', async () => {
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
