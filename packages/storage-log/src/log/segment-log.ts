import { Buffer } from 'node:buffer'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ByteString, Latin1Buffer } from '@monotable/engine'
import {
  FolderNames,
  FrameEncoder,
  type FrameHead,
  fileRemoved,
  type JournalChange,
  storeFileNames,
  withSystemFailures,
} from '@monotable/storage-files'
import { decodeRecordPlace, encodeRecordPlace, type RecordPlace } from '../record-place.ts'
import { BlockCache, blockBytes } from './block-cache.ts'
import { type BlockCheck, BlockSums, findIntactEnd, readBlockSums } from './block-sums.ts'
import { KeptRoom } from './kept-room.ts'
import { OpenFiles } from './open-files.ts'
import { damagedLog, Segment } from './segment.ts'

const segmentName = /^log-(\d+)$/
const spareName = /^spare-\d+$/

/** Longer documents are not cached. */
const cachedMaxBytes = 64 * 1_024

export interface SegmentLogOptions {
  readonly folder: string
  /** The size of a file at which the next one is begun. */
  readonly segmentBytes: number
  /** The most memory for recently read blocks. */
  readonly cacheBytes: number
  /** How many files are held open at most, besides the last one. */
  readonly openFilesMax: number
}

/** The place in the log where the next frame will be. */
export interface LogEnd {
  readonly segment: number
  readonly offset: number
}

/**
 * Everything written, in the order in which it was written: files of numbered frames, the last of which is being
 * written. That one is also in memory, where its frames are built.
 */
export class SegmentLog {
  readonly #options: SegmentLogOptions
  readonly #segments = new Map<number, Segment>()
  readonly #cache: BlockCache
  readonly #encoder: FrameEncoder
  readonly #names: FolderNames
  /** The open files, except the last one. */
  readonly #files: OpenFiles
  #active: Segment | undefined
  /** The checksums of the file that is being written. */
  #sums = new BlockSums()
  /** The checks for files that have been read; `undefined` for a file without checksums. */
  readonly #checks = new Map<number, BlockCheck | undefined>()
  /** How far the files without checksums that have been read are intact. */
  readonly #intactEnds = new Map<number, number>()
  readonly room: KeptRoom

  /** Opens the existing files. */
  constructor(options: SegmentLogOptions) {
    this.#options = options
    this.#cache = new BlockCache(options.cacheBytes)
    this.#encoder = new FrameEncoder(2 * options.segmentBytes)
    this.room = new KeptRoom(options.folder, options.segmentBytes)
    this.#files = new OpenFiles(options.openFilesMax)
    this.#names = new FolderNames(options.folder)
    try {
      this.#openAll()
    } catch (error) {
      this.close()
      throw error
    }
  }

  #openAll(): void {
    const { folder } = this.#options
    for (const name of withSystemFailures(() => readdirSync(folder))) {
      if (spareName.test(name)) rmSync(join(folder, name), { force: true })
      const id = Number(segmentName.exec(name)?.[1])
      if (!(id > 0)) continue
      const segment = this.#openSegment(id)
      this.#segments.set(id, segment)
      this.#files.add(segment)
    }
  }

  #openSegment(id: number): Segment {
    return this.#files.open(() => new Segment(id, this.#pathOf(id), this.#files))
  }

  /** The files, oldest first. */
  get segments(): readonly Segment[] {
    return [...this.#segments.values()].sort((a, b) => a.id - b.id)
  }

  find(id: number): Segment | undefined {
    return this.#segments.get(id)
  }

  get active(): Segment {
    if (!this.#active) throw new Error('The log has not been begun.')
    return this.#active
  }

  get end(): LogEnd {
    return { segment: this.active.id, offset: this.active.end }
  }

  /** Makes sure that all files, including the checkpoint, are still in their folder. */
  requireThere(): void {
    for (const segment of this.#segments.values()) segment.requireThere()
    if (!this.#hasCheckpoint) throw fileRemoved(this.#checkpoint)
  }

  /** Whether some of the files are in their folder and others are not. */
  get isTorn(): boolean {
    const areThere = this.segments.map((segment) => !segment.isRemoved)
    return new Set([...areThere, this.#hasCheckpoint]).size > 1
  }

  get #hasCheckpoint(): boolean {
    return existsSync(this.#checkpoint)
  }

  get #checkpoint(): string {
    return join(this.#options.folder, storeFileNames.log)
  }

  /** Whether the next file should be begun. */
  get isFull(): boolean {
    return this.active.end >= this.#options.segmentBytes
  }

  /** Continues behind the last frame of the last file; `bytes` are the contents of that file. */
  resume(segment: Segment, bytes: Buffer): void {
    segment.cutAt(segment.end)
    this.#files.remove(segment)
    this.#active = segment
    this.#encoder.load(bytes.subarray(0, segment.end))
  }

  /** Makes the contents and names of the files from a number on durable. */
  secure(from: number): void {
    for (const segment of this.#segments.values()) if (segment.id >= from) segment.secure()
    this.syncNames()
  }

  /** Makes the names of the files durable. */
  syncNames(): void {
    this.#names.sync()
  }

  /** Leaves file handles to others; returns whether there were any to leave. */
  giveUpHandles(): boolean {
    return this.#files.closeHalf()
  }

  /**
   * Begins the next file once `beforeIt` has made everything before it durable. By then the file's own name is durable,
   * too.
   */
  async rotate(beforeIt: () => Promise<void>): Promise<void> {
    const id = Math.max(0, ...this.#segments.keys()) + 1
    const last = this.active
    this.room.useSpare(this.#pathOf(id))
    const segment = this.#openSegment(id)
    try {
      // What is written to the file counts only if the file is found again.
      this.syncNames()
      await beforeIt()
    } catch (error) {
      segment.close()
      throw error
    }
    this.#segments.set(id, segment)
    this.#active = segment
    this.#sums = new BlockSums()
    this.#files.add(last)
  }

  /** Begins a frame behind the others. */
  begin(): void {
    const { end } = this.active
    this.#sums.add(this.#encoder.buffer, end)
    this.#encoder.begin(end)
  }

  /** Returns the checksums of all frames of the last file. */
  sums(): ByteString {
    return this.#sums.encode(this.#encoder.buffer, this.active.end)
  }

  /** Adds a change to the current frame; returns where its document is, from where it can be read at once. */
  add(change: JournalChange): RecordPlace {
    const start = this.#encoder.add(change)
    const bytes = this.#encoder.docBytes
    const isAscii = bytes === change.value?.doc.length
    return encodeRecordPlace({ segment: this.active.id, start, bytes, isAscii })
  }

  /** Writes the current frame. */
  finish(head: FrameHead): void {
    this.active.append(this.#encoder.finish(head))
  }

  /** Reads the document at a place. */
  read(place: RecordPlace): string {
    const { segment, start, bytes, isAscii } = decodeRecordPlace(place)
    if (segment === this.#active?.id) return textOf(this.#encoder.buffer, start, start + bytes, isAscii)
    const first = Math.floor(start / blockBytes)
    const last = Math.floor((start + bytes - 1) / blockBytes)
    const inBlock = first === last ? start - first * blockBytes : 0
    const read = first === last ? this.#block(segment, first) : this.#readAcross(segment, start, bytes)
    // The ends are known once the file was read.
    if (start + bytes > (this.#intactEnds.get(segment) ?? Number.POSITIVE_INFINITY))
      throw damagedLog(this.#pathOf(segment))
    return textOf(read, inBlock, inBlock + bytes, isAscii)
  }

  /** Removes a file whose frames are no longer needed; its room is used again. */
  remove(segment: Segment): void {
    this.#segments.delete(segment.id)
    this.#files.remove(segment)
    this.#cache.forget(segment.id)
    this.#checks.delete(segment.id)
    this.#intactEnds.delete(segment.id)
    segment.close()
    this.room.take(segment.path)
  }

  /** The length of the log. */
  get bytes(): number {
    let bytes = 0
    for (const segment of this.#segments.values()) bytes += segment.end
    return bytes
  }

  /** Returns all unused room to the disk, except the reserve. */
  giveBackRoom(): void {
    this.room.dropSpares()
    this.active.cutAt(this.active.end)
  }

  close(): void {
    for (const segment of this.#segments.values()) segment.close()
    this.#segments.clear()
    this.#names.close()
  }

  /** Reads a document that spans several blocks. */
  #readAcross(segment: number, start: number, bytes: number): Buffer {
    // Documents this long are seldom read, and would drive out much that is often read.
    if (bytes > cachedMaxBytes) return this.#readPast(segment, start, bytes)
    const doc = Buffer.allocUnsafe(bytes)
    for (let done = 0; done < bytes; ) {
      const at = start + done
      const block = Math.floor(at / blockBytes)
      done += this.#block(segment, block).copy(doc, done, at - block * blockBytes)
    }
    return doc
  }

  /** Reads a document without caching any of it. */
  #readPast(segment: number, start: number, bytes: number): Buffer {
    const first = Math.floor(start / blockBytes)
    const last = Math.floor((start + bytes - 1) / blockBytes)
    const inFirst = start - first * blockBytes
    const blocks = Buffer.allocUnsafe((last - first + 1) * blockBytes)
    this.#readBlocks(segment, first, blocks)
    return blocks.subarray(inFirst, inFirst + bytes)
  }

  #block(segment: number, block: number): Buffer {
    return this.#cache.get({ segment, block }, (into) => this.#readBlocks(segment, block, into))
  }

  /** Fills memory with blocks of a file, and makes sure that they are as they were written. */
  #readBlocks(id: number, first: number, into: Buffer): void {
    const segment = this.#require(id)
    const from = first * blockBytes
    const got = segment.readInto(into, from)
    if (from + got < Math.min(from + into.length, segment.end)) throw damagedLog(segment.path)
    into.fill(0, got)
    const isWhole = this.#checkOf(segment)
    if (!isWhole) return
    for (let at = 0; at < into.length; at += blockBytes) {
      if (!isWhole(first + at / blockBytes, into.subarray(at, at + blockBytes)))
        throw damagedLog(segment.path)
    }
  }

  #checkOf(segment: Segment): BlockCheck | undefined {
    const { id } = segment
    if (!this.#checks.has(id)) {
      const check = readBlockSums(segment)
      if (!check) this.#intactEnds.set(id, findIntactEnd(segment))
      this.#checks.set(id, check)
    }
    return this.#checks.get(id)
  }

  #require(id: number): Segment {
    const segment = this.#segments.get(id)
    if (!segment) throw new Error(`The log has no segment ${id}.`)
    return segment
  }

  #pathOf(id: number): string {
    return join(this.#options.folder, `log-${id}`)
  }
}

function textOf(buffer: Buffer, start: number, end: number, isAscii: boolean): string {
  return isAscii ? (buffer as Latin1Buffer).latin1Slice(start, end) : buffer.toString('utf8', start, end)
}
