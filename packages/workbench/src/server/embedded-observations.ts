import { createHash } from 'node:crypto'
import { getOwn } from '@monotable/protocol'
import type { HeatRange, HeatSample, HotKey } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import type { Observations } from './connection.ts'
import type { Realm } from './realm.ts'
import type { SeenRequest } from './seen-request.ts'

/** What a database in this process reports about its requests and load. */
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
  /** The request as JSON, if request bodies are kept. */
  readonly request?: string | undefined
}

/** The load of the partitions of a table. */
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

/** The keys that are used most, and those that are throttled most. */
export interface TableInsights {
  readonly mostAccessed: readonly KeyCount[]
  readonly mostThrottled: readonly KeyCount[]
}

interface KeyCount {
  readonly key: object
  readonly mostInMinute: number
  readonly total?: number | undefined
}

/** The request id that marks requests of the page, as opposed to those of applications. */
export const ownRequestId = 'workbench'
/** The request id of requests that the page sends for itself, and that are not shown. */
export const quietRequestId = 'workbench-quiet'

/** A minute that has just begun says little, so the one before it is included. */
const minutes = 2

/** The observed region, and a filter for its requests. The heat of other accounts' tables is not available. */
export interface Observed {
  readonly region: string
  readonly knowsHeat: boolean
  readonly takes: (asked: Realm) => boolean
}

/** Makes the observations of a database in this process: its requests and its load. */
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
        // The table does not exist, or no longer does.
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

/** Builds the heat sample of a table at one moment. */
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

/** Returns the position of a hexadecimal digest as a fraction of the whole range. */
function shareOf(hex: string | undefined, otherwise: number): number {
  return hex === undefined || hex === ''
    ? otherwise
    : Number.parseInt(hex.slice(0, 12).padEnd(12, '0'), 16) / 2 ** 48
}

/** Formats a key for people. */
export function keyText(key: WireItem): string {
  const values = Object.keys(key).map((name) => String(Object.values(getOwn(key, name) ?? {})[0] ?? ''))
  return values.join(', ')
}

/**
 * Returns the position of a key's digest. It is known only for strings, whose digest begins with DynamoDB's own hash.
 */
function placeOf(key: WireItem): number | undefined {
  const [value, ...others] = Object.values(key)
  const text = value?.['S']
  if (typeof text !== 'string' || others.length > 0) return undefined
  try {
    return shareOf(createHash('md5').update(`Outliers${text}`).digest('hex'), 0)
  } catch {
    // MD5 is not available where only certified hashes are allowed.
    return undefined
  }
}
