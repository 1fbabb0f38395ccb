import type { HeatSample } from '../../shared/api.ts'
import { countText } from '../count-text.ts'
import { withoutMiddle } from '../keys/key-segments.ts'
import { type HeatMeasure, hottestOf } from './heat-columns.ts'

/** Describes the present state of the heat map in words. */
export function describeHeat(sample: HeatSample | undefined, measure: HeatMeasure): string {
  if (sample === undefined) return 'No data yet.'
  const { amount, limit } = hottestOf(sample, measure)
  const [top] = sample.topKeys
  const hot = top === undefined ? '' : ` The busiest key is ${withoutMiddle(top.key, 60)}.`
  const count = countText(sample.partitions.length, 'partition')
  if (measure === 'throttled') {
    const refused = sample.partitions.reduce((sum, { throttled }) => sum + throttled, 0)
    return `${count}. AWS would have throttled ${countText(refused, 'request')} in the last minute.${hot}`
  }
  const all = sample.partitions.reduce((sum, range) => sum + range[measure], 0)
  const share = Math.round((amount / limit) * 100)
  return `${count}, ${round(all)} ${measure} ${round(all) === '1' ? 'unit' : 'units'} a second. The hottest takes ${round(amount)} of the ${limit.toLocaleString('en')} that AWS allows a partition: ${share} %.${hot}`
}

function round(units: number): string {
  return units.toLocaleString('en', { maximumFractionDigits: 1 })
}
