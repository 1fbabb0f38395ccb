import type { Observations } from './connection.ts'
import {
  heatSample,
  type RequestRecord,
  type TableHeat,
  type TableInsights,
} from './embedded-observations.ts'
import type { Realm } from './realm.ts'
import type { SeenRequest } from './seen-request.ts'

/** A Monotable server, which reports its own requests and load. */
export interface ServedDatabase {
  readonly endpoint: string
  readonly region: string
  readonly now: () => number
  /** Whether the page sent the request with this id. */
  readonly isOwn: (requestId: string) => boolean
}

const everyMs = 500
const timeoutMs = 3_000
const rememberedIds = 5_000

/** Whether a server reports its requests; Monotable does, unless configured not to. */
export async function tellsRequests(endpoint: string): Promise<boolean> {
  return Array.isArray(await ask(endpoint, '/requests'))
}

/** Makes the observations of a Monotable server: its requests and its load. */
export function servedObservations({ endpoint, region, now, isOwn }: ServedDatabase): Observations {
  const seenOf = ({ requestId = '', request, ...record }: RequestRecord): SeenRequest => ({
    ...record,
    input: parse(request),
    own: isOwn(requestId),
  })
  // Ids of requests already reported, which a later watcher does not get again.
  const told = new Set<string>()
  // The region and account of the page's own requests: a server may treat all regions as one, and access keys belong to
  // an account.
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
        // A server of another version, or another server altogether, may answer differently.
        return undefined
      }
    },
  }
}

interface HeatAnswer {
  readonly heat?: TableHeat
  readonly insights: TableInsights
}

/** Runs some work periodically, never twice at the same time. */
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

/** Drops the oldest ids; the server remembers fewer requests than this. */
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
    // The text was truncated.
    return undefined
  }
}
