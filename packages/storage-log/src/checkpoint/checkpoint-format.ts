import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { Latin1Buffer, RecordBytes, StoredRecord } from '@monotable/engine'
import { recordPlaceBytes as placeBytes } from '../record-place.ts'

/** The format that this version writes, and the only one that it reads. */
export const checkpointFormat = 1

/** The beginning of a checkpoint. */
export interface CheckpointHead {
  readonly format: number
  /** The number of the store that the frames of the log belong to. */
  readonly store: number
  /** Where the log begins that is not, or only partly, in the checkpoint. It begins with the frame after `number`. */
  readonly segment: number
  readonly offset: number
  readonly number: number
  /** A log position beyond all that were assigned. */
  readonly nextPosition: number
  /** The greatest number that a space ever had. */
  readonly lastSpace: number
  /** Whether everything that the checkpoint refers to was durable before it took effect. */
  readonly isDurable: boolean
  /** The spaces at that time, by name. */
  readonly spaces: readonly (readonly [name: string, number: number])[]
}

/*
 * A checkpoint is a row of pieces, numbers in little-endian order:
 *   u32 mark, u32 checksum of all behind it, u32 length of the body, u32 kind, and the body
 * The first is the head, JSON; then come records, of one space in each piece:
 *   u32 number of the space, u32 records, and of each: u32 size, u16 length of partition, u16 of sort, these two, and its
 *   place in the log, twelve bytes
 * and the last is empty.
 */
export type PieceKind = 'head' | 'records' | 'end'

const mark = Buffer.from('MnC1', 'latin1').readUInt32LE(0)
const kinds: readonly PieceKind[] = ['head', 'records', 'end']
/** The length of a piece's head, which tells the length of the rest. */
export const pieceHeadBytes = 16
const recordHeadBytes = 8

export function encodePiece(kind: PieceKind, body: Buffer): Buffer {
  const piece = Buffer.allocUnsafe(pieceHeadBytes + body.length)
  piece.writeUInt32LE(mark, 0)
  piece.writeUInt32LE(body.length, 8)
  piece.writeUInt32LE(kinds.indexOf(kind), 12)
  body.copy(piece, pieceHeadBytes)
  piece.writeUInt32LE(crc32(piece.subarray(8)), 4)
  return piece
}

/** Returns the length of a piece according to its head; `undefined` if this is not the head of a piece. */
export function pieceBytes(head: Buffer): number | undefined {
  if (head.length < pieceHeadBytes || head.readUInt32LE(0) !== mark) return undefined
  return pieceHeadBytes + head.readUInt32LE(8)
}

/** Decodes a piece of the length that its head says; returns `undefined` if it is damaged. */
export function decodePiece(piece: Buffer): { readonly kind: PieceKind; readonly body: Buffer } | undefined {
  if (pieceBytes(piece) !== piece.length || crc32(piece.subarray(8)) !== piece.readUInt32LE(4))
    return undefined
  const kind = kinds[piece.readUInt32LE(12)]
  return kind && { kind, body: piece.subarray(pieceHeadBytes) }
}

/** Encodes records of a space. */
export function encodeRecords(space: number, records: readonly StoredRecord[]): Buffer {
  let bytes = 8
  for (const { partition, sort } of records)
    bytes += recordHeadBytes + partition.length + sort.length + placeBytes
  const body = Buffer.allocUnsafe(bytes) as Latin1Buffer
  body.writeUInt32LE(space, 0)
  body.writeUInt32LE(records.length, 4)
  let at = 8
  for (const { partition, sort, sizeBytes, doc } of records) {
    body.writeUInt32LE(sizeBytes, at)
    body.writeUInt16LE(partition.length, at + 4)
    body.writeUInt16LE(sort.length, at + 6)
    at += recordHeadBytes
    at += body.write(partition, at, 'latin1')
    at += body.write(sort, at, 'latin1')
    // Leaves out the document that may follow its place.
    at += body.latin1Write(doc, at, placeBytes)
  }
  return body
}

/** Passes each record of a piece to `take`, with its place as its document. */
export function decodeRecords(body: Buffer, take: (space: number, record: RecordBytes) => void): void {
  const space = body.readUInt32LE(0)
  let at = 8
  for (let left = body.readUInt32LE(4); left > 0; left--) {
    const start = at + recordHeadBytes
    const partitionLength = body.readUInt16LE(at + 4)
    const sortLength = body.readUInt16LE(at + 6)
    const sizeBytes = body.readUInt32LE(at)
    take(space, { bytes: body, start, partitionLength, sortLength, docLength: placeBytes, sizeBytes })
    at = start + partitionLength + sortLength + placeBytes
  }
}
