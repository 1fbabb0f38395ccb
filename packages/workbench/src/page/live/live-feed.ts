import type { HeatSample, ObservedRequest, WorkbenchEvent } from '../../shared/api.ts'
import { listen } from '../api-client.ts'
import { HeatLog } from '../heat/heat-log.ts'
import { RequestLog } from '../requests/request-log.ts'
import { Store } from '../store.ts'

/** The recent minutes of a table. The logs grow in place; `changes` is incremented when there is something new. */
export interface LiveFeed {
  readonly connection: string
  readonly table: string
  readonly requests: RequestLog
  readonly heat: HeatLog
  readonly changes: Store<number>
}

let current: (LiveFeed & { readonly close: () => void }) | undefined

/**
 * Returns the feed of a table. It continues while the user views other screens of the same table, so that nothing is
 * missed, and ends when another table is opened.
 */
export function liveFeed(connection: string, table: string): LiveFeed {
  if (current?.connection === connection && current.table === table) return current
  current?.close()
  const feed = {
    connection,
    table,
    requests: new RequestLog(),
    heat: new HeatLog(),
    changes: new Store(0),
  }
  const close = listen(connection, table, (event) => take(feed, event))
  current = { ...feed, close }
  return current
}

function take(feed: LiveFeed, event: WorkbenchEvent): void {
  if (event.type === 'requests') takeRequests(feed, event.requests, event.dropped ?? 0)
  else if (event.type === 'heat') takeHeat(feed, event.heat)
}

function takeRequests(feed: LiveFeed, requests: readonly ObservedRequest[], dropped: number): void {
  feed.requests.add(requests, dropped)
  feed.changes.update((count) => count + 1)
}

function takeHeat(feed: LiveFeed, sample: HeatSample): void {
  feed.heat.add(sample)
  feed.changes.update((count) => count + 1)
}
