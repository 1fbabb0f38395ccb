import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolders } from './make-folders.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'monotable-folders-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('makes what is missing, and tells it from the outermost on', () => {
  mkdirSync(join(root, 'a'))
  const made = makeFolders(join(root, 'a', 'b', 'c'), 0o700)
  expect(made).toEqual([join(root, 'a', 'b'), join(root, 'a', 'b', 'c')])
  if (process.platform !== 'win32') expect(statSync(join(root, 'a', 'b')).mode & 0o777).toBe(0o700)
  expect(makeFolders(join(root, 'a', 'b', 'c'))).toEqual([])
})

test('a file on the way is told by its own name', () => {
  writeFileSync(join(root, 'file'), '')
  for (const folder of ['file', 'file/a/b']) {
    expect(() => makeFolders(join(root, folder))).toThrow(
      expect.objectContaining({ code: 'EEXIST', path: join(root, 'file') }),
    )
  }
})

test('a link to a folder is a folder, and one to nothing is not', () => {
  mkdirSync(join(root, 'there'))
  symlinkSync(join(root, 'there'), join(root, 'link'))
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling'))
  expect(makeFolders(join(root, 'link', 'a'))).toEqual([join(root, 'link', 'a')])
  expect(() => makeFolders(join(root, 'dangling', 'a'))).toThrow(expect.objectContaining({ code: 'EEXIST' }))
})

// Node's mkdir with "recursive" never comes back from there.
test.runIf(process.platform === 'linux')('where nothing can be made, it fails', () => {
  expect(() => makeFolders('/proc/monotable/data')).toThrow(expect.objectContaining({ syscall: 'mkdir' }))
})
