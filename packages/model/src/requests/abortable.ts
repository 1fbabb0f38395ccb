import { goThrough } from '../cost/around.ts'

/**
 * Returns the same database with requests that a signal ends: pending ones reject with the signal's reason, and no more
 * are sent. A client of the AWS SDK, or a URL, also aborts those in flight. A write that was sent may have been
 * applied.
 *
 * @example
 * import { createTableInput, shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string; text: string }>(), key: { pk: 'NOTE#{id}' } })
 * await db.send('CreateTable', createTableInput(notes))
 * const app = notes.connect(db, { entities: { Note } })
 * await abortable(app, AbortSignal.abort(new Error('too late'))).Note.get({ id: '1' })
 * // throws too late
 */
export function abortable<Db extends object>(db: Db, signal: AbortSignal): Db {
  return goThrough(db, (port) => ({
    send: (operation, input, options) => {
      const abortSignal = options === undefined ? signal : AbortSignal.any([signal, options.abortSignal])
      return endedBy(abortSignal, () => port.send(operation, input, { abortSignal }))
    },
  }))
}

async function endedBy<Value>(signal: AbortSignal, send: () => Promise<Value>): Promise<Value> {
  signal.throwIfAborted()
  let end = () => {}
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason)
  })
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([send(), ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
