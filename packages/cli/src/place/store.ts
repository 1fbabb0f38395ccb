import { resolve } from 'node:path'
import { notifyIfSlow } from '../messages/notify-if-slow.ts'
import { type OpenedDatabase, openDatabase } from '../open-database.ts'
import type { OpenOptions } from '../open-options.ts'
import { postgresOptions } from '../postgres-options.ts'
import { describePostgres } from './describe-postgres.ts'
import { requireFolder } from './require-folder.ts'

/**
 * Data that this process opens itself: in a folder, or in a PostgreSQL database, whose address may contain a password.
 */
export type Store = { readonly path: string } | { readonly postgres: string }

/** The options for opening a store. */
export interface OpenStoreOptions extends Pick<OpenOptions, 'region' | 'metrics' | 'store'> {
  /** Whether a missing store is created; otherwise it is reported as a misspelt name. */
  readonly create: boolean
}

/** Opens the database in a store, and tells the user if it takes long: a log first reads all keys into memory. */
export function openStore(store: Store, options: OpenStoreOptions): Promise<OpenedDatabase> {
  return notifyIfSlow(open(store, options), () =>
    process.stderr.write(`Opening the data in ${describeStore(store)} …\n`),
  )
}

async function open(store: Store, { create, ...options }: OpenStoreOptions): Promise<OpenedDatabase> {
  if ('postgres' in store) {
    return openDatabase({ ...options, postgres: { ...postgresOptions(store.postgres), create } })
  }
  if (!create) requireFolder(store.path)
  return openDatabase({ ...options, path: resolve(store.path) })
}

/** Returns the name of a store for messages. */
export function describeStore(store: Store): string {
  return 'postgres' in store ? describePostgres(store.postgres) : resolve(store.path)
}
