import { describe, expect, it } from 'vitest'
import type { HeatSample } from '../../shared/api.ts'
import { describeHeat } from './describe-heat.ts'
import { heatColumn, hottestOf, intensityOf, strongestShare } from './heat-columns.ts'
import { HeatLog } from './heat-log.ts'

const half = (from: number, write: number) => ({
  from,
  to: from + 0.5,
  read: 0,
  write,
  readLimit: 3000,
  writeLimit: 1000,
  throttled: 0,
})
const sample = (atMs: number, writes: readonly [number, number], hot = 0): HeatSample => ({
  table: 'Shop',
  atMs,
  partitions: [half(0, writes[0]), half(0.5, writes[1])],
  topKeys: [{ key: 'HOT', place: 0.6, units: hot, throttled: 0 }],
})

const within = (atMs: number, units: number, total: number): HeatSample => ({
  ...sample(atMs, [0, 400]),
  topKeys: [{ key: 'HOT', place: 0.6, units, total, throttled: 0 }],
})

describe('heat', () => {
  it('without known keys the heat of a partition is even', () => {
    const { rows } = heatColumn(sample(0, [500, 0]), undefined, 'write', 4)
    expect([...rows]).toEqual([0.25, 0.25, 0, 0])
  })

  it('a hot key appears at the position of its digest', () => {
    const { rows } = heatColumn(sample(500, [0, 400], 600), sample(0, [0, 400], 0), 'write', 10)
    expect(rows.indexOf(Math.max(...rows))).toBe(6)
    expect(rows[6]).toBeCloseTo(0.4)
    expect(rows[7]).toBeCloseTo(0)
  })

  it('a hot key appears there before a new minute reaches the previous one', () => {
    const { rows } = heatColumn(within(500, 9_000, 9_700), within(0, 9_000, 9_100), 'write', 10)
    expect(rows[6]).toBeCloseTo(0.4)
  })

  it('a hot key appears there when a minute drops out of the total', () => {
    // 9,000 and 7,000 before; then 7,500 and 100.
    const { rows } = heatColumn(within(500, 7_500, 7_600), within(0, 9_000, 16_000), 'write', 10)
    expect(rows[6]).toBeCloseTo(0.4)
  })

  it('the heat on the map adds up to the consumption, however it is distributed', () => {
    const { rows } = heatColumn(sample(500, [300, 400], 90), sample(0, [0, 0], 0), 'write', 16)
    expect([...rows].reduce((sum, share) => sum + share, 0)).toBeCloseTo(0.7)
  })

  it('the hottest partition is the one closest to its limit', () => {
    expect(hottestOf(sample(0, [10, 900]), 'write')).toEqual({ amount: 900, limit: 1000 })
  })

  it('intensity grows up to the hottest value, and a low load stays pale', () => {
    expect(intensityOf(0, 1)).toBe(0)
    expect(intensityOf(0.001, 1), 'what rounding leaves over').toBe(0)
    expect(intensityOf(0.005, 1)).toBeGreaterThan(0.04)
    expect(intensityOf(0.5, 0.5)).toBe(1)
    expect(strongestShare([new Float32Array([0, 0.0001])])).toBe(0.01)
    expect(strongestShare([new Float32Array([0, 7])])).toBe(1)
  })

  it('keeps five minutes, each moment once', () => {
    const log = new HeatLog()
    for (const atMs of [0, 1000, 1000, 500, 301_000]) log.add(sample(atMs, [0, 0]))
    expect(log.samples.map(({ atMs }) => atMs)).toEqual([1000, 301_000])
  })

  it('is described in words', () => {
    expect(describeHeat(sample(0, [10, 900]), 'write')).toBe(
      '2 partitions, 910 write units a second. The hottest takes 900 of the 1,000 that AWS allows a partition: 90 %. The busiest key is HOT.',
    )
    expect(describeHeat(undefined, 'read')).toContain('yet')
    const key = { key: 'k'.repeat(2048), place: 0, units: 1, throttled: 0 }
    const long = describeHeat({ ...sample(0, [1, 1]), topKeys: [key] }, 'write')
    expect(long.length, 'there is room for the map below').toBeLessThan(250)
  })
})
