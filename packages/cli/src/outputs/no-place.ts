import type { TablePlace } from '../place/table-place.ts'

/** For commands that use no database. */
export const noPlace: TablePlace = { endpoint: '', store: undefined, region: '', profile: undefined }
