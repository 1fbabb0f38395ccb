import type { Change } from '../storage/storage.ts'
import { expiryEntry } from './expiry.ts'
import { entryOf } from './index-changes.ts'
import type { StoredItem } from './stored-item.ts'
import type { Table } from './table.ts'
import type { TableDefinition } from './table-definition.ts'

/** The progress of something that follows the items of a table, such as an index: see `docs/decisions/0008`. */
export interface FillingState {
  readonly status: 'CREATING' | 'UPDATING' | 'DELETING' | 'ACTIVE'
  readonly onlyDeletes?: true
}

/** Returns the next state of something that is being filled. */
export type FillingChange = <State extends FillingState>(state: State) => State

/** Something that is filled from the items of a table. */
export interface Filling {
  /** Returns the entries that an item has in it. */
  readonly entries: (stored: StoredItem) => readonly Change[]
  /** Returns the table's definition with its state changed. */
  readonly changed: (change: FillingChange) => TableDefinition
}

/** Returns what is filled in one of a table's spaces. */
export function findFilling(table: Table, space: string): Filling | undefined {
  const { definition } = table
  const index = table.indexes.find((candidate) => candidate.space === space)
  if (index !== undefined) {
    return {
      entries: (stored) => {
        const entry = entryOf(table, index, stored)
        return entry ? [{ ...entry.key, value: entry.value }] : []
      },
      changed: (change) => ({
        ...definition,
        indexes: definition.indexes.map((each) => (each.space === space ? change(each) : each)),
      }),
    }
  }
  const { expiry } = definition
  if (expiry?.space !== space) return undefined
  return {
    entries: (stored) => {
      const entry = expiryEntry(table, expiry, stored.read(table))
      return entry ? [entry] : []
    },
    changed: (change) => ({ ...definition, expiry: change(expiry) }),
  }
}

/** Returns the spaces of a table that are still to be filled. */
export function unfilledSpaces({ indexes, vectorIndexes = [], expiry }: TableDefinition): string[] {
  const followers = [...indexes, ...vectorIndexes, ...(expiry ? [expiry] : [])]
  return followers.filter(({ status }) => status === 'CREATING').map(({ space }) => space)
}
