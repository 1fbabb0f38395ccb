import { type AttributeMap, getOwn } from '@monotable/protocol'
import { KEY_CHARACTER_PX } from '../keys/key-characters.ts'
import { keyValueText } from '../keys/key-value.ts'

const WIDTH_MIN = 64
const WIDTH_MAX = 284
/** The rows that are measured: further ones do not move the columns. */
const MEASURED_ROWS = 120

/** Returns the width of each key's column: what the longest value or the name needs, within limits. */
export function keyWidths(items: readonly AttributeMap[], names: readonly string[]): readonly number[] {
  return names.map((name) => {
    const lengths = items.slice(0, MEASURED_ROWS).map((item) => keyValueText(getOwn(item, name))?.length ?? 0)
    const wanted = Math.ceil(Math.max(name.length, ...lengths) * KEY_CHARACTER_PX) + 2
    return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, wanted))
  })
}
