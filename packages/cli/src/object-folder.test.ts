import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectFolder } from '@monotable/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createObjectFolder } from './object-folder.ts'

let folder: string
let objects: ObjectFolder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'objects-'))
  mkdirSync(join(folder, 'root'))
  objects = createObjectFolder(join(folder, 'root'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function textOf(bucket: string, key: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of objects.read(bucket, key)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('a written object is listed by its key and can be read', async () => {
  await objects.write('bucket', 'b/two', Buffer.from('2'))
  await objects.write('bucket', 'a', Buffer.from('one'))
  await objects.write('bucket', 'a', Buffer.from('1'))
  expect(await objects.list('bucket', '')).toEqual([
    { key: 'a', sizeBytes: 1 },
    { key: 'b/two', sizeBytes: 1 },
  ])
  expect(await objects.list('bucket', 'b')).toEqual([{ key: 'b/two', sizeBytes: 1 }])
  expect(await textOf('bucket', 'a')).toBe('1')
})

test('a prefix may end within a name, at its end or after it', async () => {
  for (const key of ['ab/cd/e', 'ab/cde', 'abc/d', 'b/ab/cd']) {
    await objects.write('bucket', key, Buffer.from('1'))
  }
  const keysOf = async (prefix: string) => (await objects.list('bucket', prefix))?.map(({ key }) => key)
  expect(await keysOf('ab')).toEqual(['ab/cd/e', 'ab/cde', 'abc/d'])
  expect(await keysOf('ab/')).toEqual(['ab/cd/e', 'ab/cde'])
  expect(await keysOf('ab/cd')).toEqual(['ab/cd/e', 'ab/cde'])
  expect(await keysOf('ab/cd/')).toEqual(['ab/cd/e'])
  expect(await keysOf('ab/cd/e')).toEqual(['ab/cd/e'])
  for (const prefix of ['ab/cd/e/', 'cd', '/', '../', 'ab/../b']) expect(await keysOf(prefix)).toEqual([])
})

// Root may open any folder.
test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a folder that cannot be opened is ignored unless the prefix leads into it',
  async () => {
    await objects.write('bucket', 'open/a', Buffer.from('1'))
    mkdirSync(join(folder, 'root', 'bucket', 'closed'), { mode: 0 })
    expect(await objects.list('bucket', 'open/')).toEqual([{ key: 'open/a', sizeBytes: 1 }])
    await expect(objects.list('bucket', '')).rejects.toThrow('EACCES')
  },
)

test.skipIf(process.platform === 'win32')('a key may contain a time', async () => {
  await objects.write('bucket', '2026-01-01T00:00:00/a', Buffer.from('1'))
  expect(await objects.list('bucket', '2026')).toEqual([{ key: '2026-01-01T00:00:00/a', sizeBytes: 1 }])
  expect(await textOf('bucket', '2026-01-01T00:00:00/a')).toBe('1')
})

test('files and folders that disappear during a listing are left out', async () => {
  await objects.write('bucket', 'stays', Buffer.from('1'))
  const fleeting = Array.from({ length: 300 }, (_, i) => join(folder, 'root', 'bucket', `folder-${i}`))
  for (const place of fleeting) {
    mkdirSync(place)
    writeFileSync(join(place, 'a'), 'a')
  }
  const listing = objects.list('bucket', '')
  await Promise.all(fleeting.map((place) => rm(place, { recursive: true, force: true })))
  expect(await listing).toContainEqual({ key: 'stays', sizeBytes: 1 })
})

test('a missing bucket is recognized as missing', async () => {
  expect(await objects.list('bucket', '')).toBeUndefined()
})

test.each(['../out', 'a/../../out', '/etc/out', 'a//b', 'a/./b', 'a\\..\\b', 'a\u0000b'])(
  'a key does not lead outside: %j',
  async (key) => {
    await expect(objects.write('bucket', key, Buffer.from('x'))).rejects.toThrow(
      'cannot be the name of an exported file',
    )
    await expect(textOf('bucket', key)).rejects.toThrow('cannot be the name of an exported file')
    expect(existsSync(join(folder, 'out'))).toBe(false)
  },
)

test('symbolic links are not followed', async () => {
  mkdirSync(join(folder, 'elsewhere'))
  writeFileSync(join(folder, 'elsewhere', 'secret'), 'secret')
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'root', 'linked'))
  await objects.write('bucket', 'file', Buffer.from('x'))
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'root', 'bucket', 'linked'))
  await expect(textOf('linked', 'secret')).rejects.toThrow('is a symbolic link')
  await expect(textOf('bucket', 'linked/secret')).rejects.toThrow('is a symbolic link')
  await expect(objects.write('bucket', 'linked/new', Buffer.from('x'))).rejects.toThrow('is a symbolic link')
  await expect(objects.list('linked', '')).rejects.toThrow('is a symbolic link')
  expect(await objects.list('bucket', '')).toEqual([{ key: 'file', sizeBytes: 1 }])
  expect(existsSync(join(folder, 'elsewhere', 'new'))).toBe(false)
})
