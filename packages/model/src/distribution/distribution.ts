import { completeInput } from './complete-input.ts'
import { openSpread } from './open-spread.ts'
import { openPeriods } from './period-port.ts'
import { placeOf, planEverywhere } from './places.ts'
import { requirePlaces } from './require-places.ts'

/** How items are written and found that are not all in one place; what only models bring along that declare it. */
export const distribution = {
  requirePlaces,
  planEverywhere,
  placeOf,
  openPeriods,
  completeInput,
  openSpread,
}
