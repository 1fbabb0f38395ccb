import { type AttributeMap, getOwn } from '@monotable/protocol'
import { keyValueText } from '../keys/key-value.ts'

const CHARACTER_PX = 7.3
const WIDTH_MIN = 64
const WIDTH_MAX = 284
/** The rows that are measured: further ones do not move the columns. */
const MEASURED_ROWS = 120

/** Returns the width of each key's column: what the longest value or the name needs, within limits. */
export function keyWidths(items: readonly AttributeMap[], names: readonly string[]): readonly number[] {
  return names.map((name) => {
    const lengths = items.slice(0, MEASURED_ROWS).map((item) => keyValueText(getOwn(item, name))?.length ?? 0)
    const wanted = Math.ceil(Math.max(name.length, ...lengths) * CHARACTER_PX) + 2
    return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, wanted))
  })
}

/** Returns how many characters of a key are legible in a column. */
export function charactersIn(widthPx: number): number {
  return Math.floor(widthPx / CHARACTER_PX)
}
