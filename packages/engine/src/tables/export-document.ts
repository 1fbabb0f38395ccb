import type {
  ExportFilterSpecification,
  ExportFormat,
  ExportStatus,
  ExportType,
  ExportViewType,
  S3SseAlgorithm,
} from '@monotable/protocol'
import { realmPrefix } from './backup-document.ts'
import type { Realm } from './catalogue.ts'
import type { RegisteredSpaces } from './register.ts'
import type { CopySource, TableDefinition } from './table-definition.ts'

/** The period of an incremental export; its end is exclusive. */
export interface ExportPeriod {
  readonly fromMs: number
  readonly toMs: number
  readonly viewType: ExportViewType
}

/** An export in the register. */
export interface ExportDocument extends Realm, RegisteredSpaces {
  readonly id: string
  readonly arn: string
  readonly status: ExportStatus
  readonly table: TableDefinition
  readonly startMs: number
  readonly endMs?: number
  /** The moment of a full export. */
  readonly exportMs?: number
  readonly period?: ExportPeriod
  /** Where the period begins and ends in the history, as positions in its log, once that is known. */
  readonly part?: { readonly from: number; readonly to: number }
  readonly clientToken: string
  /** The request without its token, as JSON: the same token with a different request is a conflict. */
  readonly request: string
  readonly bucket: string
  readonly bucketOwner?: string
  readonly prefix?: string
  readonly sseAlgorithm: S3SseAlgorithm
  readonly sseKeyId?: string
  readonly format: ExportFormat
  /** Present only if the request named it, as on AWS. */
  readonly type?: ExportType
  /** Which items are exported; all if absent. */
  readonly filter?: ExportFilterSpecification
  readonly source: CopySource
  /** The space that holds the items until they are written to files. */
  readonly space: string
  readonly itemCount?: number
  readonly billedBytes?: number
  readonly manifest?: string
  readonly failure?: { readonly code: string; readonly message: string }
}

/** Returns the name of an export in the register. */
export function exportName(realm: Realm, tableName: string, id: string): string {
  return `${realmPrefix(realm)}${tableName}/${id}`
}
