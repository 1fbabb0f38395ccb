import { expect, test } from 'vitest'
import { type Place, Room } from './room.ts'

/** A room of ten bytes whose guests are known by name; a name begins with the address. */
function setUp() {
  let nowMs = 0
  const room = new Room({ maxBytes: 10, patienceMs: 100, standstillMs: 50, now: () => nowMs })
  const places = new Map<string, Place>()
  const entered: string[] = []
  const cut: string[] = []
  const request = (name: string, bytes: number) => ({
    bytes,
    address: name.charAt(0),
    enter: () => entered.push(name),
    cut: () => {
      cut.push(name)
      places.get(name)?.leave()
    },
  })
  const ask = (name: string, bytes: number) => {
    const place = room.ask(request(name, bytes))
    places.set(name, place)
    if (place.isInside) entered.push(name)
  }
  const leave = (name: string) => places.get(name)?.leave()
  const pass = (ms: number) => {
    nowMs += ms
    room.sweep()
  }
  return { room, request, places, ask, leave, pass, entered, cut }
}

test('what fits is admitted at once; the rest waits in its order, large or small', () => {
  const { ask, leave, entered } = setUp()
  ask('a', 6)
  ask('b', 4)
  ask('c', 8)
  ask('d', 1)
  expect(entered).toEqual(['a', 'b'])
  leave('b')
  expect(entered).toEqual(['a', 'b'])
  leave('a')
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})

test('what is larger than the whole room is admitted when nobody is inside', () => {
  const { ask, leave, entered } = setUp()
  ask('a', 1)
  ask('large', 11)
  expect(entered).toEqual(['a'])
  leave('a')
  expect(entered).toEqual(['a', 'large'])
})

test('those that wait may go away, and those behind them are admitted', () => {
  const { ask, leave, entered } = setUp()
  ask('a', 6)
  ask('b', 8)
  ask('c', 4)
  leave('b')
  expect(entered).toEqual(['a', 'c'])
})

test('leaving twice gives room back once', () => {
  const { ask, leave, entered } = setUp()
  ask('a', 10)
  ask('b', 10)
  leave('a')
  leave('a')
  ask('c', 10)
  expect(entered).toEqual(['a', 'b'])
})

test('an address with many that wait does not keep one waiting that has none inside', () => {
  const { ask, leave, entered } = setUp()
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, 5)
  ask('b1', 5)
  leave('a1')
  expect(entered).toEqual(['a1', 'a2', 'b1'])
  leave('a2')
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('one that stays too long is cut, but only while others wait, and not while it is being answered', () => {
  const { ask, places, pass, entered, cut } = setUp()
  ask('a', 5)
  ask('b', 5)
  places.get('b')?.settle()
  pass(1_000)
  expect(cut).toEqual([])
  ask('c', 5)
  pass(0)
  expect(cut).toEqual(['a'])
  expect(entered).toEqual(['a', 'b', 'c'])
  ask('d', 5)
  for (const ms of [40, 40, 20]) {
    pass(ms)
    expect(cut).toEqual(['a'])
    places.get('c')?.moved()
  }
  pass(1)
  expect(cut).toEqual(['a', 'c'])
})

test('one without progress is cut sooner while others wait', () => {
  const { ask, pass, places, entered, cut } = setUp()
  ask('a', 5)
  ask('b', 5)
  ask('c', 5)
  pass(50)
  places.get('a')?.moved()
  pass(1)
  expect(cut).toEqual(['b'])
  expect(entered).toEqual(['a', 'b', 'c'])
})

test('what already exists is counted, and others wait for it', () => {
  const { room, request, ask, entered } = setUp()
  expect(room.isCrowded).toBe(false)
  const held = room.hold(request('a', 11))
  expect(room.isCrowded).toBe(true)
  ask('b', 1)
  expect(entered).toEqual([])
  held.leave()
  expect(entered).toEqual(['b'])
  expect(room.isCrowded).toBe(false)
})

test('ten thousand that leave as soon as they are admitted leave one after the other', () => {
  const { room, entered, request } = setUp()
  const first = room.ask(request('a', 10))
  for (let count = 0; count < 10_000; count++) {
    const place = room.ask({
      ...request(`b${count}`, 10),
      enter: () => {
        entered.push(`${count}`)
        place.leave()
      },
    })
  }
  first.leave()
  expect(entered).toHaveLength(10_000)
  expect(room.isCrowded).toBe(false)
})

test('of two addresses with the same room, the one that came first is admitted, and then the other', () => {
  const { ask, leave, entered } = setUp()
  ask('a1', 10)
  for (const name of ['b1', 'c1', 'b2', 'c2']) ask(name, 5)
  leave('a1')
  expect(entered).toEqual(['a1', 'b1', 'c1'])
  leave('c1')
  leave('b1')
  expect(entered).toEqual(['a1', 'b1', 'c1', 'c2', 'b2'])
})
