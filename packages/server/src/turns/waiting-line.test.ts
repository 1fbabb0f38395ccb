import { expect, test } from 'vitest'
import { WaitingLine } from './waiting-line.ts'

const one = (address: string, name: number) => ({ address, name })

test('the one that came first is next, whichever of those behind have gone away', () => {
  const line = new WaitingLine<{ address: string; name: number }>()
  const all = Array.from({ length: 6 }, (_, name) => one('a', name))
  for (const each of all) line.add(each)
  for (const gone of [0, 3, 2]) line.remove(all[gone] as { address: string; name: number })
  const left: number[] = []
  for (let next = line.next(() => 0); next !== undefined; next = line.next(() => 0)) {
    left.push(next.name)
    line.remove(next)
    if (next.name === 5) line.add(one('a', 6))
  }
  expect(left).toEqual([1, 4, 5, 6])
  expect(line.size).toBe(0)
})

test('the address that has the least is next, and among equals the one whose first has waited longest', () => {
  const line = new WaitingLine<{ address: string; name: number }>()
  for (const each of [one('a', 0), one('b', 1), one('c', 2)]) line.add(each)
  const has = new Map([
    ['a', 5],
    ['b', 2],
    ['c', 2],
  ])
  expect(line.next((address) => has.get(address) ?? 0)?.name).toBe(1)
  has.set('c', 1)
  expect(line.next((address) => has.get(address) ?? 0)?.name).toBe(2)
})

test('leaving twice, or without having waited, changes nothing', () => {
  const line = new WaitingLine<{ address: string; name: number }>()
  const first = one('a', 0)
  const second = one('a', 1)
  line.add(first)
  line.add(second)
  for (const each of [first, first, one('a', 2), one('b', 3)]) line.remove(each)
  expect(line.size).toBe(1)
  expect(line.next(() => 0)).toBe(second)
})
