import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fileWorkerSource } from './file-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-worker-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns what a linter says of names that a program uses but nowhere declares. */
function undeclaredNames(program: string): string {
  const file = join(folder, 'program.cjs')
  writeFileSync(file, program)
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const options = [
    'lint',
    '--only=correctness/noUndeclaredVariables',
    '--colors=off',
    '--reporter=github',
    file,
  ]
  try {
    execFileSync(process.execPath, [biome, ...options], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    return ''
  } catch (error) {
    return (error as { readonly stdout: string }).stdout
  }
}

// A constant beside such a function is not there in the worker, which says so only once it needs it: on a full disk, say.
it('the functions in the program of the worker refer to nothing outside themselves', () => {
  expect(undeclaredNames(fileWorkerSource)).toBe('')
  expect(undeclaredNames(`${fileWorkerSource}\nworks(SQLITE_FULL)`)).toContain(
    'SQLITE_FULL variable is undeclared',
  )
})
