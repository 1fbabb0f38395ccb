/** What the worker is given when it starts. */
export interface CheckpointTask {
  readonly moduleName: string
  /** A file of this package, for the worker to find the module from. */
  readonly from: string
  readonly file: string
  readonly synchronous: string
}

/** What it answers to every checkpoint: the pages that the log holds and whether all of them were moved, or what went wrong. */
export interface CheckpointReply {
  readonly pages: number
  readonly isDone: boolean
  readonly error?: { readonly errcode: number | undefined; readonly message: string }
}

/**
 * The worker's program: a connection of its own that makes a checkpoint whenever it is told to. It is text
 * since a worker cannot be started from a TypeScript file, as this one is where no build has been made.
 */
export const checkpointWorkerSource = `
const { createRequire } = require('node:module')
const { parentPort, workerData } = require('node:worker_threads')
const { moduleName, from, file, synchronous } = workerData
// The main thread has said already that Node calls its SQLite experimental.
process.removeAllListeners('warning')
const { DatabaseSync } = createRequire(from)(moduleName)
const database = new DatabaseSync(file)
// Writes wait meanwhile; another program that reads the file does not know that.
database.exec('PRAGMA busy_timeout = 250')
database.exec('PRAGMA wal_autocheckpoint = 0')
database.exec('PRAGMA synchronous = ' + synchronous)
parentPort.on('message', (message) => {
  if (message === 'close') {
    database.close()
    parentPort.close()
    return
  }
  let reply
  try {
    const { busy, log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(' + message + ')').get()
    reply = { pages: Math.max(log, 0), isDone: busy === 0 && log >= 0 && log === checkpointed }
  } catch (error) {
    reply = { pages: 0, isDone: false, error: { errcode: error.errcode, message: error.message } }
  }
  parentPort.postMessage(reply)
})
`
