import { Buffer } from 'node:buffer'
import { open, rename, rm } from 'node:fs/promises'
import { type Position, placeBehind } from '@monotable/engine'
import { explained } from '@monotable/storage-files'
import type { LogSpace } from '../log-space.ts'
import { type CheckpointHead, encodePiece, encodeRecords } from './checkpoint-format.ts'

/** How many records are written before others get a turn. */
const recordsAtATime = 1_000

export interface CheckpointWrite {
  readonly file: string
  readonly head: CheckpointHead
  readonly spaces: readonly LogSpace[]
  /** Whether to wait for the disk. */
  readonly isDurable: boolean
  /**
   * Called when everything is written: what the records refer to must be durable before the checkpoint takes effect.
   */
  beforeItCounts(): Promise<void> | undefined
  /** Makes the names of files durable. */
  syncNames(): void
  /** How many times the usual number of records to write at a time. */
  pace(): number
  /** Checked from time to time; ends the writing. */
  isStopped(): boolean
}

/**
 * Writes where each record is, a part at a time. A change made meanwhile may or may not be in the checkpoint, and is in
 * the log behind the place that its head names. Returns false if it was stopped.
 */
export async function writeCheckpoint(write: CheckpointWrite): Promise<boolean> {
  const { file, isDurable } = write
  const unfinished = `${file}.new`
  const handle = await open(unfinished, 'w', 0o644)
  try {
    for (const piece of piecesOf(write)) {
      if (write.isStopped()) return false
      await handle.writeFile(piece)
    }
    if (isDurable) await handle.sync()
    await write.beforeItCounts()
  } catch (error) {
    // On a full disk it would keep the last room.
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  if (write.isStopped()) return false
  await rename(unfinished, file)
  if (isDurable) syncNames(write)
  return true
}

/**
 * The file has its name now. If that cannot be made durable, for lack of room included, nobody knows which file the
 * disk has.
 */
function syncNames(write: CheckpointWrite): void {
  try {
    write.syncNames()
  } catch (error) {
    throw explained('IO', error as Error)
  }
}

function* piecesOf({ head, spaces, pace }: CheckpointWrite): Generator<Buffer> {
  yield encodePiece('head', Buffer.from(JSON.stringify(head)))
  for (const space of spaces) {
    let low: Position | undefined
    for (let more = true; more; ) {
      const page = space.placedRecords({ low }, Math.floor(recordsAtATime * pace()))
      if (page.records.length > 0) yield encodePiece('records', encodeRecords(space.number, page.records))
      const last = page.records.at(-1)
      low = last && placeBehind({ partition: last.partition, sort: last.sort })
      more = page.more
    }
  }
  yield encodePiece('end', Buffer.alloc(0))
}
