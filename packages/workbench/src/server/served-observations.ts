import type { Observations } from './connection.ts'
import {
  heatSample,
  type RequestRecord,
  type TableHeat,
  type TableInsights,
} from './embedded-observations.ts'
import type { Realm } from './realm.ts'
import type { SeenRequest } from './seen-request.ts'

/** A Monotable server, which tells of itself what it tells to those who watch it. */
export interface ServedDatabase {
  readonly endpoint: string
  readonly region: string
  readonly now: () => number
  /** Whether a request, by its id, was sent by the page. */
  readonly isOwn: (requestId: string) => boolean
}

const everyMs = 500
const timeoutMs = 3_000
const rememberedIds = 5_000

/** Whether a server tells of its requests: Monotable does, unless it is told not to. */
export async function tellsRequests(endpoint: string): Promise<boolean> {
  return Array.isArray(await ask(endpoint, '/requests'))
}

/** What a Monotable server tells of its requests, and of how busy it is. */
export function servedObservations({ endpoint, region, now, isOwn }: ServedDatabase): Observations {
  const seenOf = ({ requestId = '', request, ...record }: RequestRecord): SeenRequest => ({
    ...record,
    input: parse(request),
    own: isOwn(requestId),
  })
  // Who watches again has been told of these.
  const told = new Set<string>()
  // Where the page's own requests end up: a server may take all regions for one, and keys are of an account.
  let here: Realm | undefined
  const isHere = (asked: Realm) =>
    here === undefined || (asked.region === here.region && asked.accountId === here.accountId)
  return {
    recent: () => [],
    watch: (listener) => {
      const tell = (records: readonly RequestRecord[]) => {
        here = records.findLast(({ requestId = '' }) => isOwn(requestId)) ?? here
        for (const record of records) {
          const { requestId } = record
          if (requestId === undefined || told.has(requestId) || !isHere(record)) continue
          told.add(requestId)
          listener(seenOf(record))
        }
        forget(told)
      }
      let isOver = false
      const stop = poll(async () => {
        const records = await ask(endpoint, '/requests')
        if (!isOver && Array.isArray(records)) tell(records as RequestRecord[])
      })
      return () => {
        isOver = true
        stop()
      }
    },
    heat: async (table) => {
      const query = new URLSearchParams({ table, region: here?.region ?? region })
      const answer = (await ask(endpoint, `/heat?${query}`)) as HeatAnswer | undefined
      try {
        return answer?.heat === undefined ? undefined : heatSample(table, answer.heat, answer.insights, now())
      } catch {
        // A server of another version, or none of ours, may tell something else.
        return undefined
      }
    },
  }
}

interface HeatAnswer {
  readonly heat?: TableHeat
  readonly insights: TableInsights
}

/** Does something again and again, never twice at the same time. */
function poll(work: () => Promise<void>): () => void {
  let isBusy = false
  const turn = async () => {
    if (isBusy) return
    isBusy = true
    await work().catch(() => {})
    isBusy = false
  }
  const timer = setInterval(turn, everyMs)
  turn()
  return () => clearInterval(timer)
}

/** The server remembers fewer than this. */
function forget(told: Set<string>): void {
  for (const id of told) {
    if (told.size <= rememberedIds) return
    told.delete(id)
  }
}

async function ask(endpoint: string, path: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(new URL(path, endpoint), { signal, redirect: 'error' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    // It was cut short.
    return undefined
  }
}
