import type { TableModel } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { guessModel } from '../shared/guess-model.ts'
import type { TableDescription } from '../shared/table-description.ts'
import { ApiError } from './api-error.ts'
import { type Connection, RefusedError, sendParsed } from './connection.ts'
import { describeTableModel } from './describe-table-model.ts'
import type { KnownModels } from './known-models.ts'

/** So many items are looked at to guess a model: from one place in small tables, from several in others. */
const sampleItems = 400
const samplePlaces = 8
const quietly = { quiet: true }

/** What the page is told of a table: what its model says, or what can be guessed from its data. */
export async function loadTableModel(
  connection: Connection,
  table: string,
  models: KnownModels,
): Promise<TableModel> {
  const known = models.find(table)
  if (known !== undefined) return describeTableModel(known, table)
  try {
    return await guessTableModel(connection, table)
  } catch (error) {
    if (error instanceof RefusedError) throw new ApiError(409, error.name, error.message)
    throw error
  }
}

async function guessTableModel(connection: Connection, TableName: string): Promise<TableModel> {
  const { Table } = (await sendParsed(connection, 'DescribeTable', { TableName }, quietly)) as {
    readonly Table: TableDescription
  }
  const [items, ttlAttribute] = await Promise.all([
    readSample(connection, Table),
    readTtlAttribute(connection, TableName),
  ])
  return guessModel(Table, items, { ttlAttribute })
}

async function readSample(
  connection: Connection,
  { TableName, ItemCount = 0 }: TableDescription,
): Promise<WireItem[]> {
  // AWS counts the items of a table every six hours only: of a table that looks empty more is read.
  const places = ItemCount > sampleItems ? samplePlaces : 1
  const Limit = sampleItems / places
  const pages = await Promise.all(
    Array.from({ length: places }, async (_, Segment) => {
      const part = places === 1 ? {} : { Segment, TotalSegments: places }
      const answer = await sendParsed(connection, 'Scan', { TableName, Limit, ...part }, quietly)
      return (answer as { readonly Items?: readonly WireItem[] }).Items ?? []
    }),
  )
  return pages.flat()
}

/** Whoever may read a table may not always ask this. */
async function readTtlAttribute(connection: Connection, TableName: string): Promise<string | undefined> {
  try {
    const { TimeToLiveDescription } = (await sendParsed(
      connection,
      'DescribeTimeToLive',
      { TableName },
      quietly,
    )) as { readonly TimeToLiveDescription?: { readonly AttributeName?: string } }
    return TimeToLiveDescription?.AttributeName
  } catch {
    return undefined
  }
}
