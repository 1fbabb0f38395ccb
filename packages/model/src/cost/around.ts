import { definitionError } from '../model-error.ts'
import type { Port } from '../port/port.ts'

/** Where a connected model keeps how to go through something more; for the model itself. */
export const around: unique symbol = Symbol('around')

interface Connected {
  readonly [around]?: (wrap: (port: Port) => Port) => unknown
}

/** The same database, with something put around what it sends. */
export function goThrough<Db extends object>(db: Db, wrap: (port: Port) => Port): Db {
  const put = (db as Connected)[around]
  if (put !== undefined) return put(wrap) as Db
  throw definitionError('What is put around requests takes a database that "connect" gave', 'connect')
}
