import { drawShard } from './draw-shard.ts'
import { openSpread } from './open-spread.ts'
import { explainMissingPeriod, isMissingPeriod, placeOf, planEverywhere } from './places.ts'
import { requirePlaces } from './require-places.ts'

/** How items are written and found that are not all in one place; what only models bring along that declare it. */
export const distribution = {
  requirePlaces,
  planEverywhere,
  placeOf,
  isMissingPeriod,
  explainMissingPeriod,
  drawShard,
  openSpread,
}
