import { once } from 'node:events'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'

/** The share of the heap that data may fill. The rest is for requests and answers in progress, and for garbage. */
const shareOfData = 0.75

/** What is assumed until V8 has answered; it has never been more. */
const mostYoungBytes = 192 * 1024 * 1024

/** A collection stops everything else, for a full heap up to seconds, so what is removed in the meantime shares one. */
const collectAfterMs = 5_000

/** How full V8's heap was when all garbage was last collected. */
export interface HeapWatch {
  /** Nothing until the first time. */
  usedBytes(): number
  /** Whether there is room for more data. */
  hasRoom(): boolean
  /** Has all garbage collected in a while: V8 sees no need for that as long as little is written. */
  collectSoon(): void
  close(): void
}

/**
 * Watches how much of the heap is in use after each collection of all garbage; in between nobody can tell what is
 * garbage. V8 ends a process whose heap is full, so data that is kept in it has to stop growing in time. The fuller the
 * heap, the more often V8 collects, so this is known early enough.
 */
export function watchHeap(): HeapWatch {
  let hasRoom = true
  let usedBytes = 0
  let youngBytes: number | undefined
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isMajor)) return
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    if (youngBytes === undefined) {
      youngBytes = Math.min(mostYoungBytes, limit / 2)
      askForYoungBytes().then(
        (bytes) => {
          youngBytes = bytes
        },
        // Without an answer, what was assumed stays.
        () => {},
      )
    }
    // The limit includes the room for new objects. Data that stays is not kept there.
    hasRoom = used < (limit - youngBytes) * shareOfData
    usedBytes = used
  })
  observer.observe({ entryTypes: ['gc'] })
  let collection: NodeJS.Timeout | undefined
  const collectSoon = () => {
    collection ??= setTimeout(() => {
      collection = undefined
      collectGarbage()
    }, collectAfterMs).unref()
  }
  const close = () => {
    clearTimeout(collection)
    observer.disconnect()
  }
  return { usedBytes: () => usedBytes, hasRoom: () => hasRoom, collectSoon, close }
}

function collectGarbage(): void {
  // V8 gives the function to contexts that are created from then on.
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

function isMajor(entry: PerformanceEntry): boolean {
  const { kind } = (entry as { detail?: { kind?: number } }).detail ?? {}
  return kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

/** A worker that ends at once may not get round to say that it is online, but a message always arrives. */
const askInWorker = `
  const { parentPort, resourceLimits } = require('node:worker_threads')
  parentPort.postMessage(resourceLimits.maxYoungGenerationSizeMb)`

/**
 * Returns how much room V8 has for new objects, which differs from version to version: 48 MB in Node 20, 192 in Node 24,
 * 96 in Node 26. It says so to workers only.
 */
async function askForYoungBytes(): Promise<number> {
  const [megabytes] = await once(new Worker(askInWorker, { eval: true }), 'message')
  return megabytes * 1024 * 1024
}
