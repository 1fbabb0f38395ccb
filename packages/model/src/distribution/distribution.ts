import { completeInput } from './complete-input.ts'
import { openSpread } from './open-spread.ts'
import { openPeriods } from './period-port.ts'
import { placeOf, planEverywhere } from './places.ts'
import { requirePlaces } from './require-places.ts'

/** Writes and finds items that are spread over several places; only loaded by models that declare this. */
export const distribution = {
  requirePlaces,
  planEverywhere,
  placeOf,
  openPeriods,
  completeInput,
  openSpread,
}
