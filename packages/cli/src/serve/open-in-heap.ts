import { createMemoryStorage } from '@monotable/engine'
import { type OpenedDatabase, openOver } from '../open-database.ts'
import type { OpenOptions } from '../open-options.ts'

/**
 * Opens a database in memory that refuses writes before the heap of this process, or the memory, is full. That is for a
 * server only: elsewhere both are mostly the program's own, which may well fill them further.
 */
export function openInHeap(options: OpenOptions): Promise<OpenedDatabase> {
  return openOver(async () => {
    const { createMemoryRoom } = await import('./memory-room.ts')
    return createMemoryStorage({ room: createMemoryRoom() })
  }, options)
}
