import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RecordBytes, StorageError } from '@monotable/engine'
import {
  type CheckpointHead,
  checkpointFormat,
  decodePiece,
  decodeRecords,
  pieceBytes,
  pieceHeadBytes,
} from './checkpoint-format.ts'

/** Receives the contents of a checkpoint. */
export interface CheckpointReader {
  head(head: CheckpointHead): void
  record(space: number, record: RecordBytes): void
}

/** Reads a checkpoint, letting others get a turn after each piece. */
export async function readCheckpoint(file: string, reader: CheckpointReader): Promise<void> {
  const handle = openSync(file, 'r')
  try {
    await readPieces(handle, file, reader)
  } finally {
    closeSync(handle)
  }
}

async function readPieces(handle: number, file: string, reader: CheckpointReader): Promise<void> {
  const size = fstatSync(handle).size
  let at = 0
  for (;;) {
    const bytes = pieceBytes(readAt(handle, at, pieceHeadBytes))
    const piece =
      bytes === undefined || at + bytes > size ? undefined : decodePiece(readAt(handle, at, bytes))
    if (!piece || bytes === undefined || (at === 0) !== (piece.kind === 'head')) throw damaged(file)
    at += bytes
    if (piece.kind === 'end') return
    if (piece.kind === 'head') reader.head(readHead(piece.body, file))
    else decodeRecords(piece.body, reader.record)
    await nextTurn()
  }
}

function readHead(body: Buffer, file: string): CheckpointHead {
  const head = JSON.parse(body.toString()) as CheckpointHead
  if (head.format === checkpointFormat) return head
  throw new StorageError(
    'NEWER_FORMAT',
    `The store of "${file}" has format ${head.format}, but this version of Monotable knows only format ${checkpointFormat}. Use a newer version.`,
  )
}

function readAt(handle: number, at: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes)
  let done = 0
  while (done < bytes) {
    const got = readSync(handle, buffer, done, bytes - done, at + done)
    if (got === 0) break
    done += got
  }
  return buffer.subarray(0, done)
}

function damaged(file: string): StorageError {
  return new StorageError(
    'CORRUPT',
    `The file "${file}" of the store is damaged. Restore the folder from a backup.`,
  )
}
