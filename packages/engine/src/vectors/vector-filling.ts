import type { Filling } from '../tables/filling.ts'
import type { Table } from '../tables/table.ts'
import { versionChanges } from './vector-effects.ts'
import { vectorEntryOf } from './vector-entry.ts'

/**
 * Returns the vector index that is filled in one of a table's spaces; `newNonce` returns a different nonce each
 * time.
 */
export function findVectorFilling(table: Table, space: string, newNonce: () => string): Filling | undefined {
  const { definition } = table
  const index = table.vectorIndexes.find((candidate) => candidate.space === space)
  if (index === undefined) return undefined
  const nonce = newNonce()
  return {
    entries: (stored) => {
      const entry = vectorEntryOf(table, index, stored)
      if (entry === undefined) return []
      const change = { ...entry.key, value: entry.value }
      return [change, ...versionChanges(index, [change], nonce)]
    },
    changed: (change) => ({
      ...definition,
      vectorIndexes: (definition.vectorIndexes ?? []).map((each) =>
        each.space === space ? change(each) : each,
      ),
    }),
  }
}
