import { encodeKeyText } from './key-text.ts'
import { isLong, longBytes, longDocsSql, referenceMark } from './long-docs.ts'
import { tableName } from './table-sql.ts'

/** How the data file has tables, keys and documents, for those who write to it on either thread. */
export const fileLayout = { tableName, encodeKeyText, longDocsSql, isLong, longBytes, referenceMark } as const

export type FileLayout = typeof fileLayout
