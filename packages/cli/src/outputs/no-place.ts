import type { TablePlace } from '../transfer/table-connection.ts'

/** Of commands that talk to no database. */
export const noPlace: TablePlace = { endpoint: '', path: undefined, region: '', profile: undefined }
