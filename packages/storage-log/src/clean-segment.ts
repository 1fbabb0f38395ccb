import { Buffer } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Change } from '@monotable/engine'
import type { FramedChange } from '@monotable/storage-files'
import { readLogFrame } from './log/log-frames.ts'
import type { Segment } from './log/segment.ts'
import type { LogSpaces } from './log-spaces.ts'
import type { LogWriter } from './log-writer.ts'
import { decodeRecordPlace } from './record-place.ts'

/**
 * How many bytes are moved at a time, with the cost of a change expressed in bytes, and how many changes are looked at
 * in one turn.
 */
const movedBytesAtATime = 128 * 1_024
const changeCostBytes = 300
const lookedAtATime = 500

export interface Cleaning {
  readonly segment: Segment
  readonly spaces: LogSpaces
  readonly writer: LogWriter
  /** How many times the usual amount to do at a time. */
  pace(): number
  isStopped(): boolean
}

/** Moves what is still needed of a file to the end of the log; returns whether it reached the end of the file. */
export async function cleanSegment({ segment, spaces, writer, pace, isStopped }: Cleaning): Promise<boolean> {
  const bytes = Buffer.allocUnsafeSlow(segment.end)
  const file = bytes.subarray(0, await segment.readAllInto(bytes))
  const isNeeded = ({ space, partition, sort, docStart, docEnd }: FramedChange) => {
    if (docEnd < 0) return false
    const held = spaces.withNumber(space)?.index.get({ partition, sort })
    if (!held) return false
    const place = decodeRecordPlace(held.doc)
    return place.segment === segment.id && place.start === docStart
  }
  const move = (changes: readonly FramedChange[]) =>
    // Checks again, because the records may have been written meanwhile.
    writer.add(() => {
      const needed = changes.filter(isNeeded).map((change) => changeOf(change, file, spaces))
      return { decision: { changes: needed, answer: undefined }, makesRoom: true }
    })
  let batch: FramedChange[] = []
  let batchBytes = 0
  let looked = 0
  let times = pace()
  for (const change of changesOf(file)) {
    if (isNeeded(change)) {
      batch.push(change)
      batchBytes += changeCostBytes + change.docEnd - change.docStart
    }
    looked += 1
    if (batchBytes >= movedBytesAtATime * times) {
      await move(batch)
      batch = []
      batchBytes = 0
    } else if (looked >= lookedAtATime * times) await nextTurn()
    else continue
    looked = 0
    times = pace()
    if (isStopped()) return false
  }
  if (batch.length > 0) await move(batch)
  return true
}

/** Yields the changes of a file's frames; frames from before the file was reused have lower numbers. */
function* changesOf(file: Buffer): Generator<FramedChange> {
  let at = 0
  let number: number | undefined
  for (;;) {
    const frame = readLogFrame(file, at)
    if (!frame || (number !== undefined && frame.number !== number + 1)) return
    yield* frame.changes
    at = frame.end
    number = frame.number
  }
}

function changeOf(
  { space, partition, sort, sizeBytes, docStart, docEnd }: FramedChange,
  file: Buffer,
  spaces: LogSpaces,
): Change {
  const name = spaces.withNumber(space)?.name as string
  return { space: name, partition, sort, value: { doc: file.toString('utf8', docStart, docEnd), sizeBytes } }
}
