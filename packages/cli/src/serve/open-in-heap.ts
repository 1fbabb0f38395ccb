import { createMemoryStorage } from '@monotable/engine'
import { type OpenedDatabase, openOver } from '../open-database.ts'
import type { OpenOptions } from '../open-options.ts'
import { createMemoryRoom } from './memory-room.ts'

/**
 * Opens a database in memory that refuses writes before the heap of this process, or the memory, is full. That is for a
 * server only: elsewhere both are mostly the program's own, which may well fill them further.
 */
export function openInHeap(options: OpenOptions): Promise<OpenedDatabase> {
  return openOver(async () => createMemoryStorage({ room: createMemoryRoom() }), options)
}
