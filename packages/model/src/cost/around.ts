import { definitionError } from '../model-error.ts'
import type { Port } from '../port/port.ts'

/** The property of a connected model that makes a copy with a wrapped port; for the model itself. */
export const around: unique symbol = Symbol('around')

interface Connected {
  readonly [around]?: (wrap: (port: Port) => Port) => unknown
}

/** Returns the same database, with a wrapper around everything that it sends. */
export function goThrough<Db extends object>(db: Db, wrap: (port: Port) => Port): Db {
  const put = (db as Connected)[around]
  if (put !== undefined) return put(wrap) as Db
  throw definitionError('This needs a database that "connect" returned', 'connect')
}
