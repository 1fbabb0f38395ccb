import type { ByteString, SpaceSize } from '@monotable/engine'
import { readFrameChanges } from '@monotable/storage-files'
import { encodeKeyText } from '../file/key-text.ts'
import { isLong, longBytes, longDocsSql, referenceMark } from '../file/long-docs.ts'
import { everything, measureSql, tableName } from '../file/table-sql.ts'
import type { JournalPart } from '../journal/journal.ts'
import { createChangeApplier } from './change-applier.ts'
import { latestChanges, readJournalBatch } from './journal-batch.ts'
import { createOrphanRemover } from './remove-orphan.ts'
import { createRoomReturner } from './return-room.ts'
import { createRoomReserve } from './room-reserve.ts'
import { idle, type WorkerState, working } from './worker-dismissal.ts'

/** What the worker is given when it starts. */
export interface FileWorkerTask {
  readonly moduleName: string
  /** The file from which the worker requires the module. */
  readonly from: string
  readonly file: string
  /** The number of the store that owns the files: by now another store's files may have their names. */
  readonly store: number
  /** `FULL`, or `OFF` if the store's durability is `off`. */
  readonly synchronous: string
  readonly partLength: number
}

/** The task, and the state in which the worker records whether it is working. */
export interface FileWorkerData extends FileWorkerTask {
  readonly state: WorkerState
}

/** A partition of a space, as the data file identifies them. */
export interface MeasuredPartition {
  readonly space: number
  readonly partition: ByteString
}

/**
 * An order to the worker: write the contents of journals to the data file, measure a partition in it, remove the table
 * of a space that is gone, or end.
 */
export type FileWorkerOrder =
  | { readonly parts: readonly JournalPart[]; readonly isDiskFull: boolean }
  | { readonly measured: MeasuredPartition }
  | { readonly orphan: number }
  | 'close'

/**
 * The worker's reply: `read` if it cannot read the journals, for lack of file handles say, or finds another store's;
 * `apply` when the changes are made, then `checkpoint` when the log was moved; `measure` with the size; each with the
 * error if the step failed. Orphans get no reply: one that could not be removed is retried after the next journal, and
 * found when the store is next opened. Neither does the room that the worker returns to the disk once it has nothing
 * else to do.
 */
export interface FileWorkerReply {
  readonly step: 'read' | 'apply' | 'checkpoint' | 'measure'
  readonly size?: SpaceSize
  readonly error?: { readonly code: unknown; readonly errcode: unknown; readonly message: string }
}

/**
 * The worker's program: it has its own connection and writes the contents of a journal to the data file whenever it is
 * told to. It is a text because a worker cannot be started from a TypeScript file, which this is when nothing has been
 * built; the functions in it are the ones that this thread uses.
 */
export const fileWorkerSource = `
const fileSystem = require('node:fs')
const { closeSync, openSync, readSync } = fileSystem
const { createRequire } = require('node:module')
const { parentPort, workerData } = require('node:worker_threads')
const { moduleName, from, file, store, synchronous, partLength, state } = workerData

function rest() {
  Atomics.compareExchange(state, 0, ${working}, ${idle})
  Atomics.notify(state, 0)
}

// However the worker ends, even while it starts: otherwise the ending process would wait for it in vain.
process.on('exit', rest)
// The main thread has already printed Node's warning that SQLite is experimental.
process.removeAllListeners('warning')
const { DatabaseSync } = createRequire(from)(moduleName)
const database = new DatabaseSync(file)
database.exec('PRAGMA busy_timeout = 60000')
database.exec('PRAGMA wal_autocheckpoint = 0')
database.exec('PRAGMA cache_size = -16384')
// A log that was long once is truncated, so that it does not keep the disk space.
database.exec('PRAGMA journal_size_limit = 67108864')
database.exec('PRAGMA synchronous = ' + synchronous)
if (database.prepare('SELECT store FROM journal').get().store !== store) throw new Error('This is another store.')
const tableName = ${tableName}
const encodeKeyText = ${encodeKeyText}
const measureSql = ${measureSql}
const longDocsSql = ${longDocsSql}
const isLong = ${isLong}
const layout = {
  tableName, encodeKeyText, longDocsSql, isLong,
  longBytes: ${longBytes}, referenceMark: ${JSON.stringify(referenceMark)},
}
const remover = (${createOrphanRemover})(database, layout)
const returner = (${createRoomReturner})(database)
const reserve = (${createRoomReserve})(file, fileSystem)
const applier = (${createChangeApplier})(database, { layout, partLength, reserve })
const readBatch = ${readJournalBatch}
const readChanges = ${readFrameChanges}
const latestChanges = ${latestChanges}
const orphans = []
let tidying
let tidiedParts = 0
let isDiskFull = false

function readStarts(parts) {
  const content = Buffer.allocUnsafe(parts.reduce((sum, { bytes }) => sum + bytes, 0))
  let start = 0
  for (const { file, bytes } of parts) {
    readStart(file, content.subarray(start, start + bytes))
    start += bytes
  }
  return content
}

function readStart(file, content) {
  const handle = openSync(file, 'r')
  try {
    for (let done = 0; done < content.length; ) {
      const read = readSync(handle, content, done, content.length - done, done)
      if (read === 0) throw new Error('The journal is shorter than what was written to it.')
      done += read
    }
  } finally {
    closeSync(handle)
  }
}

function reply(step, work) {
  try {
    work()
    parentPort.postMessage({ step })
    return true
  } catch (error) {
    fail(step, error)
    return false
  }
}

function fail(step, { code, errcode, message }) {
  parentPort.postMessage({ step, error: { code, errcode, message } })
}

function tryToRead(parts) {
  try {
    const has = database.prepare('SELECT applied FROM journal').get().applied
    return readBatch(readStarts(parts), { readChanges, latestChanges, store, has })
  } catch (error) {
    fail('read', error)
    return undefined
  }
}

function work(order) {
  if (order === 'close') {
    clearTimeout(tidying)
    database.close()
    parentPort.close()
    return
  }
  if (order.orphan !== undefined) {
    orphans.push(order.orphan)
    tidying ??= setTimeout(tidy)
    return
  }
  if (order.measured) {
    measure(order.measured)
    return
  }
  const batch = tryToRead(order.parts)
  if (!batch) return
  const isDone = reply('apply', () => apply(batch, order)) && reply('checkpoint', () => applier.checkpoint())
  if (isDone && orphans.length === 0) keepReserve(false)
  // If there was no room, removing orphans frees some.
  tidying ??= setTimeout(tidyIfDue)
}

function measure({ space, partition }) {
  try {
    const { records, sizeBytes } = database.prepare(measureSql(tableName(space))).get(
      encodeKeyText(partition),
      ${everything},
    )
    parentPort.postMessage({ step: 'measure', size: { records, sizeBytes } })
  } catch (error) {
    fail('measure', error)
  }
}

// If space is short, orphans are removed first: this needs some space, and frees more. Applying the batch first could
// use up both.
function apply(batch, { isDiskFull }) {
  if (isDiskFull && orphans.length > 0) {
    removeOrphans()
    keepReserve(true)
  }
  applier.apply(batch, isDiskFull)
}

function removeOrphans() {
  const endMs = performance.now() + 1_000
  while (orphans.length > 0 && tidyOrMakeRoom()) {
    if (performance.now() > endMs) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  }
}

function keepReserve(isAll) {
  isDiskFull = false
  try {
    reserve.keep(isAll)
  } catch {
    // The worker goes on without a reserve.
  }
}

function tidyIfDue() {
  tidying = undefined
  unlessDismissed(() => {
    try {
      // An orphan may have been added in the meantime.
      if (orphans.length > 0 || returner.isDue()) tidying = setTimeout(tidy)
    } catch {
      // This is retried after the next journal.
    }
  })
}

// Pauses as long as each step takes, so that tidying uses at most half of the time.
function tidy() {
  const startMs = performance.now()
  let isLeft = false
  unlessDismissed(() => {
    isLeft = tidyOrMakeRoom()
  })
  tidying = isLeft ? setTimeout(tidy, performance.now() - startMs) : undefined
}

function tidyOrMakeRoom() {
  try {
    return tidySome()
  } catch {
    // If this does not help, tidying is retried after the next journal.
    return makeRoom()
  }
}

// Called if there is no room even to remove orphans, which frees more. Returns whether there may be some now. From now
// on, each part is moved from the log to the data file at once, so that the log stays small.
function makeRoom() {
  const wasDiskFull = isDiskFull
  isDiskFull = true
  try {
    const isReleased = orphans.length > 0 && reserve.release()
    if (!isReleased && wasDiskFull) return false
    applier.checkpoint()
    return true
  } catch {
    return false
  }
}

// Removes orphans first, because that frees room. Returns whether anything is left to do.
function tidySome() {
  const isRemoving = orphans.length > 0
  const isDone = isRemoving ? remover.removeSome(orphans[0]) : returner.returnSome()
  if (isRemoving && isDone) orphans.shift()
  tidiedParts += 1
  if (isDone || isDiskFull || tidiedParts % 32 === 0) applier.checkpoint()
  return !isDone || orphans.length > 0 || (isRemoving && returner.isDue())
}

// Does nothing if the process is about to end.
function unlessDismissed(work) {
  if (Atomics.compareExchange(state, 0, ${idle}, ${working}) !== ${idle}) return
  try {
    work()
  } finally {
    rest()
  }
}

parentPort.on('message', (order) => unlessDismissed(() => work(order)))
rest()
`
