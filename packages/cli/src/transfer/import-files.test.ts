import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireImportFiles } from './import-files.ts'
import { importStateFile } from './import-state.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-files-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('all files of a folder that look like items are imported, except those that imports and exports write', () => {
  for (const name of ['a.json', 'b.csv.gz', 'manifest-2026.json', 'notes.txt'])
    writeFileSync(join(folder, name), '')
  for (const name of ['manifest-summary.json', 'table.json']) writeFileSync(join(folder, name), '')
  const target = { table: 'Music', place: 'here' }
  for (const from of [folder, join(folder, 'a.json')]) writeFileSync(importStateFile(from, target), '')
  const { files } = requireImportFiles(folder, undefined)
  expect(files.map(({ name }) => name)).toEqual(['a.json', 'b.csv.gz', 'manifest-2026.json'])
})

test('exports are found at any depth, but several exports, or files of an incomplete one, are refused', () => {
  const put = (name: string) => {
    const place = join(folder, 'bucket', name)
    mkdirSync(join(place, '..'), { recursive: true })
    writeFileSync(place, '')
  }
  const find = (from: string) => () => requireImportFiles(join(folder, from), undefined)
  for (const name of ['_started', 'data/a.json.gz']) put(`music/AWSDynamoDB/1/${name}`)
  expect(find('bucket')).toThrow('AWSDynamoDB/1 is incomplete')
  expect(find('bucket/music/AWSDynamoDB/1')).toThrow('is incomplete')
  put('music/AWSDynamoDB/1/manifest-files.json')
  expect(find('bucket')().files).toEqual([])
  put('seeds.json')
  expect(find('bucket')).toThrow('has an export')
  expect(find('bucket/music')().files).toEqual([])
  put('songs/AWSDynamoDB/2/manifest-files.json')
  expect(find('bucket')).toThrow(/several exports; name one of them:\n.*AWSDynamoDB\/1\n.*AWSDynamoDB\/2$/)
})

test('links to files and folders are followed, but a link that leads back is not followed for ever', () => {
  mkdirSync(join(folder, 'from/below'), { recursive: true })
  mkdirSync(join(folder, 'elsewhere/1'), { recursive: true })
  for (const name of ['from/a.json', 'elsewhere/b.json']) writeFileSync(join(folder, name), '')
  symlinkSync(join(folder, 'elsewhere/b.json'), join(folder, 'from/b.json'))
  symlinkSync(join(folder, 'from'), join(folder, 'from/below/back'))
  const find = () => requireImportFiles(join(folder, 'from'), undefined).files.map(({ name }) => name)
  expect(find()).toEqual(['a.json', 'b.json'])
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'from/AWSDynamoDB'))
  expect(find()).toEqual(['AWSDynamoDB/b.json', 'a.json', 'b.json'])
  writeFileSync(join(folder, 'elsewhere/1/manifest-files.json'), '')
  expect(find()).toEqual([])
})

test('a broken link does not end an import that does not need it', () => {
  writeFileSync(join(folder, 'a.json'), '')
  symlinkSync('round', join(folder, 'round'))
  symlinkSync('missing', join(folder, 'gone'))
  const find = () => requireImportFiles(folder, undefined).files.map(({ name }) => name)
  expect(find()).toEqual(['a.json'])
  symlinkSync('round.json', join(folder, 'round.json'))
  expect(find()).toEqual(['a.json', 'round.json'])
})

test('a file extension may be in capitals', () => {
  for (const name of ['A.CSV', 'B.JSON.GZ']) writeFileSync(join(folder, name), '')
  const { files } = requireImportFiles(folder, undefined)
  expect(files.map(({ name, format }) => [name, format])).toEqual([
    ['A.CSV', 'csv'],
    ['B.JSON.GZ', 'dynamodb-json'],
  ])
})
