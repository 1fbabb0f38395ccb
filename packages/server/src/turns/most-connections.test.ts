import { expect, test } from 'vitest'
import { mostConnections } from './most-connections.ts'

test.each([
  [256, 192],
  [1_024, 896],
  [20_000, 10_000],
  [Number.POSITIVE_INFINITY, 10_000],
  [40, 1],
])('with %d open files there may be %d connections', (files, connections) => {
  expect(mostConnections(undefined, files)).toBe(connections)
})

test('more may be configured, as far as there are files for them', () => {
  expect(mostConnections(50_000, 100_000)).toBe(50_000)
  expect(mostConnections(10, 256)).toBe(10)
  expect(() => mostConnections(1_000, 1_024)).toThrow(
    '1000 connections need as many open files and some more, but this process may open only 1024. Raise that limit, with ' +
      '"ulimit -n 1143" or LimitNOFILE= in systemd, or allow only 896 connections.',
  )
  expect(mostConnections(1_000, 1_143)).toBe(1_000)
})

test.each([0, -1, 1.5, Number.NaN])('%d cannot be configured', (wanted) => {
  expect(() => mostConnections(wanted)).toThrow('a whole number of 1 or more')
})
