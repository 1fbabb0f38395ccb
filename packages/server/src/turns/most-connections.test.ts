import { expect, test } from 'vitest'
import { mostConnections } from './most-connections.ts'

const memory = 8e9

test.each([
  [256, 168, 24, 16],
  [1_024, 784, 112, 16],
  [20_000, 10_000, 7_500, 16],
  [Number.POSITIVE_INFINITY, 10_000, 10_000, 1_000],
  [40, 1, 16, 16],
])('with %d open files there may be %d connections, %d may wait, and %d more be told so', (...expected) => {
  const [files, most, mostWaiting, mostTold] = expected
  expect(mostConnections({ most: undefined }, { mostFiles: files, memory })).toEqual({
    most,
    mostWaiting,
    mostTold,
  })
})

test.each([
  [8_192, 10_000],
  [1_024, 6_656],
  [512, 2_560],
  [256, 512],
  [128, 256],
])(
  'with %d MB of memory there may be %d connections, as each may have sent 64 KB and more',
  (megabytes, most) => {
    const limits = { mostFiles: Number.POSITIVE_INFINITY, memory: megabytes * 1024 * 1024 }
    expect(mostConnections({ most: undefined }, limits)).toMatchObject({ most, mostWaiting: 10_000 })
    expect(mostConnections({ most: 10_000 }, limits)).toMatchObject({ most: 10_000 })
  },
)

test('more may be configured, as far as there are files for them', () => {
  expect(mostConnections({ most: 50_000 }, { mostFiles: 100_000, memory })).toEqual({
    most: 50_000,
    mostWaiting: 10_000,
    mostTold: 1_000,
  })
  expect(mostConnections({ most: 10 }, { mostFiles: 256, memory })).toEqual({
    most: 10,
    mostWaiting: 182,
    mostTold: 16,
  })
  expect(() => mostConnections({ most: 1_000 }, { mostFiles: 1_024, memory })).toThrow(
    '1000 connections need as many open files and some more, but this process may open only 1024. Raise that limit, with ' +
      '"ulimit -n 1143" or LimitNOFILE= in systemd, or allow only 896 connections.',
  )
  expect(mostConnections({ most: 1_000 }, { mostFiles: 1_143, memory })).toEqual({
    most: 1_000,
    mostWaiting: 16,
    mostTold: 16,
  })
})

test.each([0, -1, 1.5, Number.NaN])('%d cannot be configured', (wanted) => {
  expect(() => mostConnections({ most: wanted })).toThrow('a whole number of 1 or more')
})
