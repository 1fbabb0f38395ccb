import { expect, it } from 'vitest'
import { KeyInsights } from './key-insights.ts'

const minuteMs = 60_000
const key = (name: string) => ({ nowMs: 0, keyOf: () => ({ id: { S: name } }) })

it('the busiest minute of a key counts, as does the sum of all minutes', () => {
  const insights = new KeyInsights(60)
  insights.add('a', 5, key('a'))
  insights.add('b', 9, key('b'))
  insights.add('a', 6, { ...key('a'), nowMs: minuteMs })
  expect(insights.top(minuteMs, 60)).toEqual([
    { key: { id: { S: 'b' } }, mostInMinute: 9, total: 9 },
    { key: { id: { S: 'a' } }, mostInMinute: 6, total: 11 },
  ])
})

it('minutes are forgotten after an hour, or earlier if fewer are requested', () => {
  const insights = new KeyInsights(60)
  insights.add('a', 5, key('a'))
  expect(insights.top(2 * minuteMs, 2)).toEqual([])
  expect(insights.top(59 * minuteMs, 60)).toHaveLength(1)
  expect(insights.top(60 * minuteMs, 60)).toEqual([])
})

it('during a flood only a sample is counted, and stands for the whole', () => {
  const insights = new KeyInsights(60)
  for (let i = 0; i < 100_000; i++)
    insights.add(i % 4 === 0 ? 'hot' : `cold ${i}`, 1, key(i % 4 === 0 ? 'hot' : 'cold'))
  const [first] = insights.top(0, 60)
  expect(first?.key).toEqual({ id: { S: 'hot' } })
  expect(first?.total).toBeGreaterThan(22_000)
  expect(first?.total).toBeLessThan(28_000)
})

it('at most 25 keys are returned', () => {
  const insights = new KeyInsights(60)
  for (let i = 0; i < 1_000; i++) insights.add(`key ${i}`, i, key(`key ${i}`))
  expect(insights.top(0, 60)).toHaveLength(25)
  expect(insights.top(0, 60)[0]?.key).toEqual({ id: { S: 'key 999' } })
})

it('what was counted while a clock was far ahead is forgotten once it is right, and minutes pass again', () => {
  const insights = new KeyInsights(60)
  insights.add('ahead', 9, { ...key('ahead'), nowMs: 1_440 * minuteMs })
  insights.add('right', 1, { ...key('right'), nowMs: 0 })
  insights.add('right', 1, { ...key('right'), nowMs: minuteMs })
  expect(insights.top(minuteMs, 60)).toEqual([{ key: { id: { S: 'right' } }, mostInMinute: 1, total: 2 }])
})
