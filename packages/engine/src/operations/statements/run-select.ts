import type { AttributeMap, AttributeValue, ConsumedCapacity } from '@monotable/protocol'
import { PAGE_MAX_BYTES, ServiceError } from '@monotable/protocol'
import { decodeNextToken, encodeNextToken, invalidToken, type Stop } from '../../partiql/next-token.ts'
import type { Position } from '../../storage/storage.ts'
import { readUnits } from '../../tables/units.ts'
import { type CapacityDetail, CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readPage } from '../reads/read-page.ts'
import { queryPosition, scanPosition } from '../reads/start-key.ts'
import type { SelectRead } from './plan-queries.ts'
import type { SelectPlan } from './plan-select.ts'
import { sumCapacities } from './sum-capacities.ts'

/** The options of a SELECT that are not part of the statement. */
export interface SelectPage {
  readonly statement: string
  readonly parameters: readonly AttributeValue[]
  readonly limit: number | undefined
  readonly token: string | undefined
  readonly consistent: boolean
  readonly capacity: CapacityDetail | undefined
}

/** What has been read so far of one page. */
interface Progress {
  readonly items: unknown[]
  capacity: ConsumedCapacity | undefined
  scanned: number
  sizeBytes: number
}

/** The maximum number of reads per page: AWS documents pages of ten for an IN, each of whose values is a read. */
const PAGE_MAX_READS = 10

/** Reads one page of a SELECT: one read after the other, until the page is full. */
export async function runSelect(
  context: OperationContext,
  plan: SelectPlan,
  page: SelectPage,
): Promise<WireAnswer> {
  const start = page.token === undefined ? undefined : decodeNextToken(page, page.token)
  const after = start && positionOf(plan, start)
  const progress: Progress = { items: [], capacity: undefined, scanned: 0, sizeBytes: 0 }
  const first = start?.read ?? 0
  // Nothing can follow the item of a whole key, so that read is skipped.
  const skipped = after !== undefined && plan.reads[first]?.isOfOne ? 1 : 0
  const end = Math.min(first + skipped + PAGE_MAX_READS, plan.reads.length)
  for (let read = first + skipped; read < end; read++) {
    const key = await readInto(context, plan, {
      read: plan.reads[read] as SelectRead,
      after: read === first ? after : undefined,
      page,
      progress,
    })
    if (key !== undefined) return answer(progress, endAt(plan, page, { read, key }))
  }
  if (end < plan.reads.length) {
    return answer(progress, { key: undefined, token: encodeNextToken(page, { read: end }) })
  }
  if (plan.reads.length === 0) progress.capacity = nothingRead(plan, page)
  return answer(progress, undefined)
}

interface ReadStep {
  readonly read: SelectRead
  readonly after: Position | undefined
  readonly page: SelectPage
  readonly progress: Progress
}

/** Adds one read to a page; if the page is full, returns the key where it ended. */
async function readInto(
  context: OperationContext,
  { table, index, reverse, projection, fromTable }: SelectPlan,
  { read, after, page, progress }: ReadStep,
): Promise<AttributeMap | undefined> {
  const result = await readPage(context, {
    table,
    index,
    range: { within: read.within, reverse, ...(after && { after }) },
    limit: page.limit === undefined ? undefined : page.limit - progress.scanned,
    maxBytes: PAGE_MAX_BYTES - progress.sizeBytes,
    onRead: (sizeBytes) => {
      progress.sizeBytes += sizeBytes
    },
    filter: read.filter,
    projection,
    countOnly: false,
    fromTable,
    consistent: page.consistent,
    capacity: page.capacity,
    keyItem: read.keyItem,
  })
  const { Items, ScannedCount, LastEvaluatedKey, ConsumedCapacity } = result as {
    Items: unknown[]
    ScannedCount: number
    LastEvaluatedKey?: AttributeMap
    ConsumedCapacity?: ConsumedCapacity
  }
  for (const item of Items) progress.items.push(item)
  progress.scanned += ScannedCount
  progress.capacity = sumCapacities(progress.capacity, ConsumedCapacity)
  return LastEvaluatedKey
}

/** Where a page ended, and the token for the next one; no token if it is clear that there is none. */
interface PageEnd {
  readonly key: AttributeMap | undefined
  readonly token: string | undefined
}

function answer({ items, capacity }: Progress, end: PageEnd | undefined): WireAnswer {
  return {
    Items: items,
    NextToken: end?.token,
    ConsumedCapacity: capacity,
    LastEvaluatedKey: end?.key,
  }
}

/**
 * Returns where a full page ended. Seen on AWS: after the last of the reads of whole keys there is no page,
 * although its key is returned. No key is returned if the item of a whole key was filtered out.
 */
function endAt({ reads }: SelectPlan, page: SelectPage, stop: Stop): PageEnd {
  const { isOfOne, filter } = reads[stop.read] as SelectRead
  const isDone = isOfOne && stop.read === reads.length - 1
  return {
    key: isOfOne && filter !== undefined ? undefined : stop.key,
    token: isDone ? undefined : encodeNextToken(page, stop),
  }
}

/** Returns the place where a token says to continue; a place outside the range of the read means an invalid token. */
function positionOf({ table, index, reads }: SelectPlan, { read, key }: Stop): Position | undefined {
  const at = reads[read]
  if (at === undefined) throw invalidToken()
  if (key === undefined) return undefined
  try {
    return at.plan === undefined ? scanPosition(table, index, key) : queryPosition(table, index, key, at.plan)
  } catch (error) {
    throw error instanceof ServiceError ? invalidToken() : error
  }
}

/** Returns the capacity of a SELECT that nothing can match: it is charged like one that matched nothing. */
function nothingRead({ table, index }: SelectPlan, { consistent, capacity }: SelectPage) {
  const meter = new CapacityMeter(table.name)
  const units = readUnits(0, consistent)
  if (index === undefined) meter.addTable(units)
  else meter.addIndex(index, units)
  return meter.report(capacity)
}
