import type { ServerResponse } from 'node:http'
import type { WorkbenchEvent } from '../shared/api.ts'
import type { KeptConnection } from './connections.ts'
import { setSafety } from './write-response.ts'

/** The sources of events. */
export interface EventSource {
  readonly kept: KeptConnection
  /** The table being viewed; if absent, all requests are sent, and no heat. */
  readonly table: string | undefined
  /** Calls back when the model has changed; returns a function that stops this. */
  readonly watchModel: (listener: () => void) => () => void
}

const everyMs = 500
/** A proxy may close an idle connection. */
const quietTicks = 30

/** Sends events as they happen as server-sent events, until the page closes the connection. */
export function sendEvents(response: ServerResponse, { kept, table, watchModel }: EventSource): void {
  setSafety(response)
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  const { feed, connection } = kept
  const reader = feed.read()
  const send = (event: WorkbenchEvent) => response.write(`data: ${JSON.stringify(event)}\n\n`)
  const unwatch = watchModel(() => send({ type: 'model' }))
  let ticks = 0
  let isBusy = false
  const tick = async () => {
    // A page that cannot keep up misses some.
    if (isBusy || response.writableNeedDrain) return
    isBusy = true
    const { requests, dropped } = reader.take()
    const own = requests.filter(({ tables }) => table === undefined || tables.includes(table))
    if (own.length > 0 || dropped > 0)
      send({ type: 'requests', requests: own, ...(dropped > 0 && { dropped }) })
    const heat = table === undefined ? undefined : await connection.observations?.heat(table)
    if (heat !== undefined && !response.destroyed) send({ type: 'heat', heat })
    else if (++ticks % quietTicks === 0) response.write(':\n\n')
    isBusy = false
  }
  const timer = setInterval(tick, everyMs)
  response.on('close', () => {
    clearInterval(timer)
    unwatch()
    reader.end()
  })
  tick()
}
