import type { DatabaseOptions } from '@monotable/engine'
import type { Durability, FolderStore } from '@monotable/storage-files'
import type { PostgresStorageOptions } from '@monotable/storage-postgres'
import type { KinesisOptions } from './kinesis/kinesis-client.ts'
import { closestWord } from './messages/closest-word.ts'

/** How a database is opened. */
export interface OpenOptions extends Omit<DatabaseOptions, 'storage' | 'kinesis'> {
  /** Where the data is kept; it is made when it is not there. Without it everything is in memory. */
  readonly path?: string
  /**
   * A PostgreSQL database to keep the data in instead, such as `postgres://user:password@host:5432/database`; with
   * `?schema=name`, in that schema of it. Any number of processes can have it open at the same time.
   */
  readonly postgres?: string | PostgresStorageOptions
  /**
   * What keeps the data in `path`: `sqlite`, one file that any tool opens and that may be larger than memory, or `log`, which
   * writes at the same cost however much there is and holds all keys in memory. The one that is there, or `sqlite`, unless told
   * otherwise.
   */
  readonly store?: FolderStore
  /** When a write to `path` counts as done; `full`, once it is on the disk, unless told otherwise. */
  readonly durability?: Durability
  /**
   * The folder that exports are written to, and imports and bulk operations read from: it stands for S3, and each
   * bucket is a folder in it. Without it, `exports` in `path`; a database without `path` has none unless it is told.
   */
  readonly exports?: string
  /** Where the changes of tables with a Kinesis destination are sent to; without it no destination becomes active. */
  readonly kinesis?: KinesisOptions
}

/** Every option by its name: the compiler sees to it that none is missing. */
const known: Readonly<Record<keyof OpenOptions, true>> = {
  path: true,
  store: true,
  postgres: true,
  durability: true,
  exports: true,
  clock: true,
  random: true,
  messages: true,
  region: true,
  accountId: true,
  shared: true,
  metrics: true,
  adversity: true,
  ttl: true,
  vectors: true,
  streams: true,
  objects: true,
  kinesis: true,
  capacity: true,
}

/** Options that name a place. */
const places = ['path', 'postgres', 'exports'] as const

/**
 * Takes no options that there are not. TypeScript says so as well, but JavaScript would not, and a mistyped `path`
 * would keep in memory what was to be kept, and so would a store without a place. Nor places that are empty, as a variable
 * is that nobody has set: the folder would be the one that the program happens to run in.
 */
export function checkOpenOptions(options: OpenOptions): void {
  const empty = places.find((name) => options[name] === '')
  if (empty !== undefined) {
    throw new TypeError(`openDatabase was given an empty "${empty}"; leave it out, or say where it is`)
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) throw unknownOption(unknown)
  checkStore(options)
}

function unknownOption(unknown: string): TypeError {
  const meant = closestWord(unknown, Object.keys(known))
  const hint = meant === undefined ? `there are ${Object.keys(known).join(', ')}` : `did you mean "${meant}"?`
  return new TypeError(`openDatabase has no option "${unknown}"; ${hint}`)
}

function checkStore({ store, path }: OpenOptions): void {
  if (store === undefined) return
  if (store !== 'sqlite' && store !== 'log') {
    throw new TypeError(`openDatabase has no store "${String(store)}"; there are sqlite and log`)
  }
  if (path === undefined)
    throw new TypeError('openDatabase was given a "store", but no "path" for it to be in')
}
