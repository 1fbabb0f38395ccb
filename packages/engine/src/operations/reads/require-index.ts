import { validationError } from '@monotable/protocol'
import { findIndex, isGlobal, type Table, type TableIndex } from '../../tables/table.ts'

/** Returns the index that a Query or Scan names, checked to be readable as requested; `undefined` if it names none. */
export function requireReadableIndex(
  table: Table,
  name: string | undefined,
  consistent: boolean,
): TableIndex | undefined {
  if (name === undefined) return undefined
  const index = findIndex(table, name)
  if (index === undefined) throw validationError(`The table does not have the specified index: ${name}`)
  if (isGlobal(index) && consistent) {
    throw validationError('Consistent reads are not supported on global secondary indexes')
  }
  if (index.status === 'CREATING') {
    throw validationError(`Cannot read from backfilling global secondary index: ${name}`)
  }
  return index
}
