import type { ReadKey, RecordValue } from '../../storage/storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { StaleTable } from '../../tables/stale-table.ts'
import type { OperationContext } from '../operation-context.ts'
import type { ItemWrite } from './decide-write.ts'

/** Checks, within a commit, that tables have not changed since its writes were planned. */
export interface StampCheck {
  /** The records to read along with the items. */
  readonly keys: readonly ReadKey[]
  /** Throws `StaleTable` if one of them has changed. */
  check(records: readonly (RecordValue | undefined)[]): void
}

const nothing: StampCheck = { keys: [], check: () => {} }

/**
 * Returns what writes must check in the store; nothing in an unshared store, where the catalogue in memory is
 * authoritative.
 */
export function stampCheck(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  writes: readonly ItemWrite[],
): StampCheck {
  const { shared } = catalogue
  if (shared === undefined) return nothing
  const tables = [...new Set(writes.map(({ table }) => table))]
  const stamps = tables.map((table) => {
    const stamp = shared.stampOf(table)
    if (stamp === undefined) throw new TypeError(`the table ${table.name} is not from the catalogue`)
    return stamp
  })
  return {
    keys: stamps.map(({ key }) => key),
    check: (records) => {
      for (const [i, { doc }] of stamps.entries()) {
        if (records[i]?.doc !== doc) throw new StaleTable(tables[i]?.name ?? '')
      }
    },
  }
}

/** Runs a commit. A missing space also means that another server has changed a table. */
export async function orStale<Result>(
  writes: readonly ItemWrite[],
  commit: () => Promise<Result>,
): Promise<Result> {
  try {
    return await commit()
  } catch (error) {
    if (error instanceof StorageError && error.code === 'NO_SPACE') {
      throw new StaleTable(writes[0]?.table.name ?? '')
    }
    throw error
  }
}
