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

/** The progress of an import. */
export interface ImportCounts {
  readonly processedBytes: number
  readonly processedItems: number
  readonly importedItems: number
  readonly errors: number
}

/** The result of an import. */
export interface ImportEnd {
  readonly status: 'COMPLETED' | 'FAILED'
  readonly failure?: { readonly code: string; readonly message: string }
  readonly counts?: ImportCounts
}

/** An import in the register. */
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
  readonly source: S3BucketSource
  readonly format: InputFormat
  readonly options?: InputFormatOptions
  readonly compression: InputCompressionType
  readonly table: TableCreationParameters
  readonly counts: ImportCounts
  readonly failure?: ImportEnd['failure']
  /** The result that applies once its table can be used; present while the import is being finished. */
  readonly end?: ImportEnd
}
