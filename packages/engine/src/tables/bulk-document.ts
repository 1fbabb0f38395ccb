import type {
  BulkOperationPerformanceTier,
  BulkOperationStatus,
  InputS3Configuration,
  OutputS3Configuration,
} from '@monotable/protocol'
import { realmPrefix } from './backup-document.ts'
import type { Realm } from './catalogue.ts'
import type { RegisteredSpaces } from './register.ts'

/** How far a bulk operation has come. It is written together with the items, so that it is always exact. */
export interface BulkProgress {
  /** All items that were read, whatever became of them. */
  readonly processedItems: number
  /** Those of them that are no items, or do not fit the table. */
  readonly failedItems: number
  /** The bytes of the objects that are done. */
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

/** How a bulk operation ends. */
export interface BulkEnd {
  readonly status: BulkOperationStatus
  readonly failure?: { readonly code: string; readonly message: string }
}

/** A bulk operation as it is registered: it outlives its table. */
export interface BulkDocument extends Realm, RegisteredSpaces {
  readonly id: string
  readonly arn: string
  readonly status: BulkOperationStatus
  readonly tableName: string
  /** The table under the name or the ARN that the request had for it. */
  readonly askedName: string
  readonly tableId: string
  readonly startMs: number
  readonly endMs?: number
  readonly clientToken: string
  /** A digest of what was asked for, to know a repeated request by. */
  readonly request: string
  readonly input: InputS3Configuration
  readonly output: OutputS3Configuration & { readonly S3Bucket: string }
  readonly maxUnits?: number
  readonly tier: BulkOperationPerformanceTier
  /** Unknown until the objects have been looked at. */
  readonly totalBytes?: number
  readonly progress: BulkProgress
  readonly usage: readonly BulkUsage[]
  readonly failure?: BulkEnd['failure']
  /** Present when no more is put, and what is to be told is on its way into files. */
  readonly end?: BulkEnd
  /** The space of what is to be told of items that were not put, until it is written into files. */
  readonly space: string
}

/** The name of a bulk operation in the register. */
export function bulkName(realm: Realm, { tableName, id }: Pick<BulkDocument, 'tableName' | 'id'>): string {
  return `${realmPrefix(realm)}${tableName}/${id}`
}

/** Whether a bulk operation goes on: it may yet change. */
export function isBulkRunning({ status }: Pick<BulkDocument, 'status'>): boolean {
  return status === 'IN_PROGRESS' || status === 'CANCELLING'
}
