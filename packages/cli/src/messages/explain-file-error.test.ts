import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolders } from '@monotable/storage-files'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainFileError } from './explain-file-error.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'monotable-files-'))
  writeFileSync(join(root, 'file'), '')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Returns the explanation of the error that `work` throws. */
function explained(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    return explainFileError(error)
  }
  return 'nothing was thrown'
}

test('a file in place of a parent folder is named, with what is needed there', () => {
  const told = `${join(root, 'file')} is a file, but a folder is needed there.`
  expect(explained(() => makeFolders(join(root, 'file', 'a', 'b')))).toBe(told)
  expect(explained(() => readFileSync(join(root, 'file', 'a')))).toBe(told)
})

test.runIf(process.platform !== 'win32')(
  'a link to nothing in place of a folder is named, with where it leads',
  () => {
    symlinkSync('nowhere', join(root, 'link'))
    const told = `${join(root, 'link')} is a link to nowhere, which does not exist.`
    expect(explained(() => makeFolders(join(root, 'link')))).toBe(told)
  },
)

test('a folder in place of a file is reported by its own name, not by that of a draft', () => {
  makeFolders(join(root, 'folder'))
  const told = `${join(root, 'folder')} is a folder, but a file is needed there.`
  if (process.platform === 'linux')
    expect(explained(() => renameSync(join(root, 'file'), join(root, 'folder')))).toBe(told)
})

test.each([
  ['EACCES', 'mkdir', 'This user may not write to /data.'],
  ['EACCES', 'open', 'This user may not open /data.'],
  ['EROFS', 'mkdir', 'read-only'],
  ['ENOSPC', 'write', 'no room left'],
  ['ENOENT', 'mkdir', 'The folder /data cannot be created.'],
  ['ENOENT', 'open', '/data does not exist.'],
  ['EMFILE', 'open', 'ulimit -n'],
  ['ELOOP', 'stat', '/data is a link that leads back to itself.'],
])('%s of %s says what is wrong: %s', (code, syscall, told) => {
  const error = Object.assign(new Error(), { code, syscall, path: '/data' })
  expect(explainFileError(error)).toContain(told)
})

test('a full disk is reported, although the system does not name the file', () => {
  if (process.platform === 'linux')
    expect(explained(() => writeFileSync('/dev/full', 'text'))).toMatch(/^There is no room left on the disk/)
})

test('other errors get no explanation', () => {
  expect(explainFileError(new TypeError('ours'))).toBeUndefined()
  expect(explainFileError(Object.assign(new Error(), { code: 'EIO', path: '/data' }))).toBeUndefined()
  expect(explainFileError(undefined)).toBeUndefined()
})
