import { validationError } from '@monotable/protocol'
import { findIndex, isGlobal, type Table, type TableIndex } from '../../tables/table.ts'

/** The index that Query or Scan names, fit to be read as asked; `undefined` when it names none. */
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
