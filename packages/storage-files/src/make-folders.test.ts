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

test('creates the missing folders and returns them, outermost first', () => {
  mkdirSync(join(root, 'a'))
  const made = makeFolders(join(root, 'a', 'b', 'c'), 0o700)
  expect(made).toEqual([join(root, 'a', 'b'), join(root, 'a', 'b', 'c')])
  if (process.platform !== 'win32') expect(statSync(join(root, 'a', 'b')).mode & 0o777).toBe(0o700)
  expect(makeFolders(join(root, 'a', 'b', 'c'))).toEqual([])
})

test('a file in the path is named in the error', () => {
  writeFileSync(join(root, 'file'), '')
  for (const folder of ['file', 'file/a/b']) {
    expect(() => makeFolders(join(root, folder))).toThrow(
      expect.objectContaining({ code: 'EEXIST', path: join(root, 'file') }),
    )
  }
})

test('a link to a folder counts as a folder, and one to nothing does not', () => {
  mkdirSync(join(root, 'there'))
  symlinkSync(join(root, 'there'), join(root, 'link'))
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling'))
  expect(makeFolders(join(root, 'link', 'a'))).toEqual([join(root, 'link', 'a')])
  expect(() => makeFolders(join(root, 'dangling', 'a'))).toThrow(expect.objectContaining({ code: 'EEXIST' }))
})

// Node's recursive `mkdir` never returns from here.
test.runIf(process.platform === 'linux')('fails where nothing can be created', () => {
  expect(() => makeFolders('/proc/monotable/data')).toThrow(expect.objectContaining({ syscall: 'mkdir' }))
})
