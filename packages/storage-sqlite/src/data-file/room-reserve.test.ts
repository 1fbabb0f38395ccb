import * as fileSystem from 'node:fs'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRoomReserve } from './room-reserve.ts'

const megabyte = 2 ** 20
let folder: string
let file: string
/** The free space that the system reports. */
let freeBytes: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'monotable-reserve-'))
  file = join(folder, 'data.sqlite')
  writeFileSync(file, '')
  truncateSync(file, 8 * megabyte)
})

afterEach(() => rmSync(folder, { recursive: true }))

const statfsSync = (() => ({
  bavail: freeBytes / 4096,
  bsize: 4096,
})) as unknown as typeof fileSystem.statfsSync

it('a reserve takes half of the free space, grows up to 4 MB, and is given up only once', () => {
  const reserve = createRoomReserve(file, { ...fileSystem, statfsSync })
  const sizes = [0.25, 2, 0.5, 100, 1].map((free) => {
    freeBytes = free * megabyte
    reserve.keep()
    return (statSync(`${file}-reserve`, { throwIfNoEntry: false })?.size ?? 0) / megabyte
  })
  expect(sizes).toEqual([0, 1, 1, 4, 4])
  expect([reserve.release(), reserve.release()]).toEqual([true, false])
  expect(readdirSync(folder)).toEqual(['data.sqlite'])
})

it('a small store has none, and nothing is left of one that got less room than the system said', () => {
  freeBytes = 100 * megabyte
  const quota = Object.assign(new Error('quota exceeded'), { code: 'EDQUOT' })
  const reserve = createRoomReserve(file, {
    ...fileSystem,
    statfsSync,
    writeFileSync(path) {
      writeFileSync(path, 'some of it')
      throw quota
    },
  })
  expect(() => reserve.keep()).toThrow(quota)
  truncateSync(file, 8 * megabyte - 1)
  reserve.keep()
  expect(readdirSync(folder)).toEqual(['data.sqlite'])
})

it('what the data file grows by has to fit beside the reserve', () => {
  const reserve = createRoomReserve(file, { ...fileSystem, statfsSync })
  freeBytes = 2 * megabyte
  expect([8, 10, 11].map((size) => reserve.leavesRoomFor(size * megabyte))).toEqual([true, true, false])
})

it('on a disk that is nearly full, even a small data file grows only beside a reserve', () => {
  const reserve = createRoomReserve(file, { ...fileSystem, statfsSync })
  const kept = () => readdirSync(folder).includes('data.sqlite-reserve')
  truncateSync(file, megabyte)
  const growths = [8, 0.4, 2].map((free) => {
    freeBytes = free * megabyte
    return [reserve.leavesRoomFor(1.1 * megabyte), kept()]
  })
  expect(growths).toEqual([
    [true, false],
    [false, false],
    [true, true],
  ])
})
