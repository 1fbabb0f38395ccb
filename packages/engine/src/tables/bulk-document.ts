import type {
  BulkOperationPerformanceTier,
  BulkOperationStatus,
  InputS3Configuration,
  OutputS3Configuration,
} from '@monotable/protocol'
import { realmPrefix } from './backup-document.ts'
import type { Realm } from './catalogue.ts'
import type { RegisteredSpaces } from './register.ts'

/** The progress of a bulk operation. It is written in the same commit as the items, so it is always exact. */
export interface BulkProgress {
  /** All items read, whatever their outcome. */
  readonly processedItems: number
  /** Those of them that are not items or do not fit the table. */
  readonly failedItems: number
  /** The bytes of the completed objects. */
  readonly doneBytes: number
  /** The object that was read last. */
  readonly at?: {
    readonly key: string
    readonly items: number
    readonly readBytes: number
    readonly isDone?: true
  }
}

/** The bytes that were put into a table or one of its indexes. */
export interface BulkUsage {
  readonly kind: 'table' | 'local' | 'global' | 'vector'
  /** The name of the index. */
  readonly name: string
  readonly bytes: number
}

/** The result of a bulk operation. */
export interface BulkEnd {
  readonly status: BulkOperationStatus
  readonly failure?: { readonly code: string; readonly message: string }
}

/** A bulk operation in the register: it outlives its table. */
export interface BulkDocument extends Realm, RegisteredSpaces {
  readonly id: string
  readonly arn: string
  readonly status: BulkOperationStatus
  readonly tableName: string
  /** The table as named in the request, by name or ARN. */
  readonly askedName: string
  readonly tableId: string
  readonly startMs: number
  readonly endMs?: number
  readonly clientToken: string
  /** A digest of the request, which identifies a repetition of it. */
  readonly request: string
  readonly input: InputS3Configuration
  readonly output: OutputS3Configuration & { readonly S3Bucket: string }
  readonly maxUnits?: number
  readonly tier: BulkOperationPerformanceTier
  /** Unknown until the objects have been listed. */
  readonly totalBytes?: number
  readonly progress: BulkProgress
  readonly usage: readonly BulkUsage[]
  readonly failure?: BulkEnd['failure']
  /** Present once no more items are put and the report is being written to files. */
  readonly end?: BulkEnd
  /** The space with the report on items that were not put, until it is written to files. */
  readonly space: string
}

/** Returns the name of a bulk operation in the register. */
export function bulkName(realm: Realm, { tableName, id }: Pick<BulkDocument, 'tableName' | 'id'>): string {
  return `${realmPrefix(realm)}${tableName}/${id}`
}

/** Returns whether a bulk operation is still running and may yet change. */
export function isBulkRunning({ status }: Pick<BulkDocument, 'status'>): boolean {
  return status === 'IN_PROGRESS' || status === 'CANCELLING'
}
