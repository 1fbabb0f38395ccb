import { createMemoryStorage } from '@monotable/engine'
import { type OpenedDatabase, openOver } from '../open-database.ts'
import type { OpenOptions } from '../open-options.ts'
import { watchHeap } from './watch-heap.ts'

/**
 * Opens a database in memory that refuses writes before the heap of this process is full. That is for a server only:
 * elsewhere the heap is mostly the program's own, which may well fill it further.
 */
export function openInHeap(options: OpenOptions): Promise<OpenedDatabase> {
  return openOver(async () => createMemoryStorage({ room: watchHeap() }), options)
}
