import type {
  ImportStatus,
  InputCompressionType,
  InputFormat,
  InputFormatOptions,
  S3BucketSource,
  TableCreationParameters,
} from '@monotable/protocol'
import type { Realm } from './catalogue.ts'
import type { RegisteredSpaces } from './register.ts'

/** How far an import has come. */
export interface ImportCounts {
  readonly processedBytes: number
  readonly processedItems: number
  readonly importedItems: number
  readonly errors: number
}

/** How an import ends. */
export interface ImportEnd {
  readonly status: 'COMPLETED' | 'FAILED'
  readonly failure?: { readonly code: string; readonly message: string }
  readonly counts?: ImportCounts
}

/** An import as it is registered. */
export interface ImportDocument extends Realm, RegisteredSpaces {
  readonly id: string
  readonly arn: string
  readonly status: ImportStatus
  readonly tableName: string
  readonly tableArn: string
  readonly tableId: string
  readonly startMs: number
  readonly endMs?: number
  readonly clientToken: string
  /** A digest of what was asked for, to know a repeated request by; imports of an earlier version have none. */
  readonly request?: string
  readonly source: S3BucketSource
  readonly format: InputFormat
  readonly options?: InputFormatOptions
  readonly compression: InputCompressionType
  readonly table: TableCreationParameters
  readonly counts: ImportCounts
  readonly failure?: ImportEnd['failure']
  /** How it ends once its table can be used: there while that is being done. */
  readonly end?: ImportEnd
}
