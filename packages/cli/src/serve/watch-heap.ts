import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { MemoryRoom } from '@monotable/engine'

/** The share of the heap that data may fill. The rest is for requests and answers in progress, and for garbage. */
const shareOfData = 0.75

/** What the limit of the heap includes for new objects: three spaces of 16 MB. Data that stays is not kept there. */
const youngBytes = 48 * 1024 * 1024

/**
 * Watches how much of the heap is in use after each collection of all garbage; in between nobody can tell what is
 * garbage. V8 ends a process whose heap is full, so data that is kept in it has to stop growing in time. The fuller the
 * heap, the more often V8 collects, so this is known early enough.
 */
export function watchHeap(measure = getHeapStatistics): MemoryRoom {
  let hasRoom = true
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isMajor)) return
    const { used_heap_size: used, heap_size_limit: limit } = measure()
    hasRoom = used < (limit - youngBytes) * shareOfData
  })
  observer.observe({ entryTypes: ['gc'] })
  return { hasRoom: () => hasRoom, close: () => observer.disconnect() }
}

function isMajor(entry: PerformanceEntry): boolean {
  const { kind } = (entry as { detail?: { kind?: number } }).detail ?? {}
  return kind === constants.NODE_PERFORMANCE_GC_MAJOR
}
