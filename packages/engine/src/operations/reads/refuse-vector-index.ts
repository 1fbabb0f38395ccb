import { validationError } from '@monotable/protocol'
import { findVectorIndex, type Table } from '../../tables/table.ts'

/** Refuses to query a vector index; as seen on AWS, a consistent read of one is refused like that of a global index. */
export function refuseVectorQuery(table: Table, name: string | undefined, consistent: boolean): void {
  if (name === undefined || findVectorIndex(table, name) === undefined) return
  throw validationError(
    consistent
      ? 'Consistent reads are not supported on global secondary indexes'
      : 'Query operation not supported on this index type.',
  )
}

/** Refuses to scan a vector index. PartiQL says the same of every statement. */
export function refuseVectorScan(table: Table, name: string | undefined): void {
  if (name === undefined || findVectorIndex(table, name) === undefined) return
  throw validationError('Scan operation not supported on this index type')
}
