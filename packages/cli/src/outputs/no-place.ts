import type { TablePlace } from '../place/table-place.ts'

/** Of commands that talk to no database. */
export const noPlace: TablePlace = { endpoint: '', store: undefined, region: '', profile: undefined }
