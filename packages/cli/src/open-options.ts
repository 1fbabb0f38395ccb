import type { DatabaseOptions } from '@monotable/engine'
import type { Durability, FolderStore } from '@monotable/storage-files'
import type { PostgresStorageOptions } from '@monotable/storage-postgres'
import type { KinesisOptions } from './kinesis/kinesis-client.ts'
import { closestWord } from './messages/closest-word.ts'

/** The options for opening a database. */
export interface OpenOptions extends Omit<DatabaseOptions, 'storage' | 'kinesis'> {
  /** The folder that keeps the data; created if it does not exist. Without it, everything is in memory. */
  readonly path?: string
  /**
   * The PostgreSQL database that keeps the data instead, such as `postgres://user:password@host:5432/database`; with
   * `?schema=name`, in that schema. Any number of processes can have it open at the same time.
   */
  readonly postgres?: string | PostgresStorageOptions
  /**
   * The store that keeps the data in `path`: `sqlite`, a single file that any tool opens and that may be larger than
   * memory, or `log`, whose writes cost the same however much data there is, and which holds all keys in memory. By
   * default the one that is already there, or else `sqlite`.
   */
  readonly store?: FolderStore
  /** When a write to `path` is acknowledged; by default `full`, once it is on disk. */
  readonly durability?: Durability
  /**
   * The folder that exports are written to, and that imports and bulk operations read from. It stands for S3; each
   * bucket is a folder in it. By default `exports` in `path`; a database without `path` has none by default.
   */
  readonly exports?: string
  /** Where changes of tables with a Kinesis destination are sent; without it no destination becomes active. */
  readonly kinesis?: KinesisOptions
}

/** All options by name; the compiler ensures that none is missing. */
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

/** The options that name a place. */
const places = ['path', 'postgres', 'exports'] as const

/**
 * Refuses unknown options. TypeScript reports them as well, but JavaScript does not, and with a mistyped `path`, or
 * with a store but no place, data that was to be kept would stay in memory. Also refuses empty places, such as from an
 * environment variable that is not set: they would mean the current working directory.
 */
export function checkOpenOptions(options: OpenOptions): void {
  const empty = places.find((name) => options[name] === '')
  if (empty !== undefined) {
    throw new TypeError(`openDatabase was given an empty "${empty}"; leave it out, or give it a value`)
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) throw unknownOption(unknown)
  checkStore(options)
}

function unknownOption(unknown: string): TypeError {
  const meant = closestWord(unknown, Object.keys(known))
  const hint =
    meant === undefined ? `its options are ${Object.keys(known).join(', ')}` : `did you mean "${meant}"?`
  return new TypeError(`openDatabase has no option "${unknown}"; ${hint}`)
}

function checkStore({ store, path }: OpenOptions): void {
  if (store === undefined) return
  if (store !== 'sqlite' && store !== 'log') {
    throw new TypeError(`openDatabase has no store "${String(store)}"; it must be "sqlite" or "log"`)
  }
  if (path === undefined)
    throw new TypeError('openDatabase was given a "store" but no "path"; a store needs a folder')
}
