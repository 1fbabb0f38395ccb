import { createHash } from 'node:crypto'
import { getOwn } from '@monotable/protocol'
import type { HeatRange, HeatSample, HotKey } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import type { Observations } from './connection.ts'
import type { Realm } from './realm.ts'
import type { SeenRequest } from './seen-request.ts'

/** What a database in this process tells of itself. */
export interface ObservableDatabase {
  requests(): readonly RequestRecord[]
  watchRequests(listener: (record: RequestRecord, input: unknown) => void): () => void
  heat(table: string, options?: { readonly region?: string }): Promise<TableHeat>
  insights(
    table: string,
    options: { readonly minutes: number; readonly region?: string },
  ): Promise<TableInsights>
}

/** A request that was answered. */
export interface RequestRecord extends Omit<SeenRequest, 'input' | 'own'>, Realm {
  readonly requestId?: string | undefined
  /** The request as JSON, where bodies are kept. */
  readonly request?: string | undefined
}

/** How busy the partitions of a table are. */
export interface TableHeat {
  readonly partitions: readonly {
    readonly from: string
    readonly to?: string | undefined
    readonly read: SideHeat
    readonly write: SideHeat
  }[]
}

interface SideHeat {
  readonly lastSecond: number
  readonly limit: number
  readonly refusedLastMinute: number
}

/** The keys that are used most, and those that are refused most. */
export interface TableInsights {
  readonly mostAccessed: readonly KeyCount[]
  readonly mostThrottled: readonly KeyCount[]
}

interface KeyCount {
  readonly key: object
  readonly mostInMinute: number
  readonly total?: number | undefined
}

/** By this the requests of the page are told from those of applications. */
export const ownRequestId = 'workbench'
/** What the page asks for itself, and nobody wants to see. */
export const quietRequestId = 'workbench-quiet'

/** The minute that has just begun says little; the one before it is told too. */
const minutes = 2

/** What is observed: a region, and which requests are of it. Of another account's tables no heat is known. */
export interface Observed {
  readonly region: string
  readonly knowsHeat: boolean
  readonly takes: (asked: Realm) => boolean
}

/** What a database in this process tells of the requests that it gets, and of how busy it is. */
export function embeddedObservations(
  db: ObservableDatabase,
  now: () => number,
  observed?: Observed,
): Observations {
  const where = observed === undefined ? {} : { region: observed.region }
  const isTold = (record: RequestRecord) =>
    record.requestId !== quietRequestId && (observed?.takes(record) ?? true)
  return {
    recent: () =>
      db
        .requests()
        .filter(isTold)
        .map((record) => seenOf(record, undefined)),
    watch: (listener) =>
      db.watchRequests((record, input) => {
        if (isTold(record)) listener(seenOf(record, input))
      }),
    heat: async (table) => {
      if (observed?.knowsHeat === false) return undefined
      try {
        const [heat, insights] = await Promise.all([
          db.heat(table, where),
          db.insights(table, { minutes, ...where }),
        ])
        return heatSample(table, heat, insights, now())
      } catch {
        // A table that is not there, or not any more.
        return undefined
      }
    },
  }
}

function seenOf(
  { requestId, request: _, region: _region, accountId: _account, ...record }: RequestRecord,
  input: unknown,
): SeenRequest {
  return { ...record, input, own: requestId === ownRequestId }
}

/** What is shown of a table at a moment. */
export function heatSample(
  table: string,
  { partitions }: TableHeat,
  { mostAccessed, mostThrottled }: TableInsights,
  atMs: number,
): HeatSample {
  const refused = new Map(mostThrottled.map(({ key, mostInMinute }) => [JSON.stringify(key), mostInMinute]))
  return {
    table,
    atMs,
    partitions: partitions.map(
      ({ from, to, read, write }): HeatRange => ({
        from: shareOf(from, 0),
        to: shareOf(to, 1),
        read: read.lastSecond,
        write: write.lastSecond,
        readLimit: read.limit,
        writeLimit: write.limit,
        throttled: read.refusedLastMinute + write.refusedLastMinute,
      }),
    ),
    topKeys: mostAccessed.map(({ key, mostInMinute, total }): HotKey => {
      const place = placeOf(key as WireItem)
      const throttled = refused.get(JSON.stringify(key)) ?? 0
      return {
        key: keyText(key as WireItem),
        ...(place !== undefined && { place }),
        units: mostInMinute,
        ...(total !== undefined && { total }),
        throttled,
      }
    }),
  }
}

/** Where a digest in hexadecimal is, as a share of all. */
function shareOf(hex: string | undefined, otherwise: number): number {
  return hex === undefined || hex === ''
    ? otherwise
    : Number.parseInt(hex.slice(0, 12).padEnd(12, '0'), 16) / 2 ** 48
}

/** The key as people read it. */
export function keyText(key: WireItem): string {
  const values = Object.keys(key).map((name) => String(Object.values(getOwn(key, name) ?? {})[0] ?? ''))
  return values.join(', ')
}

/** Where the digest of a key is: known of texts, whose digest begins with DynamoDB's own hash. */
function placeOf(key: WireItem): number | undefined {
  const [value, ...others] = Object.values(key)
  const text = value?.['S']
  if (typeof text !== 'string' || others.length > 0) return undefined
  try {
    return shareOf(createHash('md5').update(`Outliers${text}`).digest('hex'), 0)
  } catch {
    // Where only certified hashes are allowed.
    return undefined
  }
}
