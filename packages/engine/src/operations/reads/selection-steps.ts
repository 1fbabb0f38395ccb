import type { Condition } from '../../expressions/compile-condition.ts'
import type { Projection } from '../../expressions/compile-projection.ts'

/** To parse an item takes as long as a few comparisons. */
const STEPS_OF_PARSING = 10
/** With each so many bytes of an item it takes as long again to parse it, or to compare what may be as long as the item. */
const BYTES_A_STEP = 256

/** What is done with items that were read. */
export interface ItemSelection {
  readonly filter?: Condition | undefined
  readonly projection?: Projection | undefined
}

/** How many steps it takes at most, about, to look through so many items of so many bytes together. */
export function selectionSteps(
  { filter, projection }: ItemSelection,
  items: number,
  sizeBytes: number,
): number {
  const steps = STEPS_OF_PARSING + (filter?.steps ?? 0) + (projection?.paths.length ?? 0)
  return steps * (items + sizeBytes / BYTES_A_STEP)
}
