import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainOpenKeys } from './explain-open-keys.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-keys-'))
  mkdirSync(join(folder, 'config'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(process.platform !== 'win32').each([
  { file: 0o644, above: 0o755, isTold: true },
  { file: 0o602, above: 0o711, isTold: true },
  { file: 0o640, above: 0o755, isTold: false },
  { file: 0o600, above: 0o755, isTold: false },
  { file: 0o644, above: 0o750, isTold: false },
])('a keys file with mode %j is told of only if others can open it', ({ file, above, isTold }) => {
  const keys = join(folder, 'config', 'keys.json')
  writeFileSync(keys, '[]')
  symlinkSync(keys, join(folder, 'linked'))
  chmodSync(keys, file)
  chmodSync(join(folder, 'config'), above)
  chmodSync(folder, 0o755)
  for (const name of [keys, join(folder, 'linked')]) {
    expect(explainOpenKeys(name)).toEqual(
      isTold ? expect.stringContaining(`run chmod o-rwx ${name}.`) : undefined,
    )
  }
})
