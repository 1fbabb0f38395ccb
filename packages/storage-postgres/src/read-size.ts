import type { ByteString, SpaceId, SpaceSize } from '@monotable/engine'
import { averageStatement, estimateStatement, sizeStatement } from './read-statements.ts'
import type { Sql } from './sql.ts'

/** Counting more records than this, or reading more pages of 8 KB for it, would take seconds and eventually minutes. */
const maxCounted = 5_000_000
const maxPages = 65_536

/**
 * Returns the size of a space or of one of its partitions. A space of millions of records, or of half a gigabyte, is
 * not counted, since the database has an estimate. DynamoDB itself updates its counts every six hours.
 */
export async function readSize(sql: Sql, space: SpaceId, partition?: ByteString): Promise<SpaceSize> {
  if (partition === undefined) {
    const [row] = await sql.query(estimateStatement(space))
    const [records, pages] = [Number(row?.[0]), Number(row?.[1])]
    if (records > maxCounted || pages > maxPages) {
      const [average] = await sql.query(averageStatement(space))
      return { records, sizeBytes: Math.round(records * Number(average?.[0])) }
    }
  }
  const [row] = await sql.query(sizeStatement(space, partition), true)
  return { records: Number(row?.[0]), sizeBytes: Number(row?.[1]) }
}
