import { Buffer } from 'node:buffer'
import { open, rename, rm } from 'node:fs/promises'
import { type Position, placeBehind } from '@monotable/engine'
import { explained } from '@monotable/storage-files'
import type { LogSpace } from '../log-space.ts'
import { type CheckpointHead, encodePiece, encodeRecords } from './checkpoint-format.ts'

/** So many records are written at a time, and others get on in between. */
const recordsAtATime = 1_000

export interface CheckpointWrite {
  readonly file: string
  readonly head: CheckpointHead
  readonly spaces: readonly LogSpace[]
  /** Whether to wait for the disk. */
  readonly isDurable: boolean
  /** Called when all is written: what the records refer to has to be durable before the file counts. */
  beforeItCounts(): Promise<void> | undefined
  /** Makes durable which file has which name. */
  syncNames(): void
  /** How many times as many records are written at a time. */
  pace(): number
  /** Asked now and then; ends it. */
  isStopped(): boolean
}

/**
 * Writes where each record stands, a part at a time. What is changed meanwhile is perhaps in it and perhaps not, and is in
 * the log behind the place that its head names. Tells whether it was not stopped.
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
    // On a full disk it takes the last room.
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

/** The file has its name now; if that cannot be made durable, for want of room too, nobody knows which one the disk has. */
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
