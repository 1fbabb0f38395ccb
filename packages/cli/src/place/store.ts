import { resolve } from 'node:path'
import { tellOfWait } from '../messages/tell-of-wait.ts'
import { type OpenedDatabase, openDatabase } from '../open-database.ts'
import type { OpenOptions } from '../open-options.ts'
import { postgresOptions } from '../postgres-options.ts'
import { describePostgres } from './describe-postgres.ts'
import { requireFolder } from './require-folder.ts'

/** Data that this process opens itself: in a folder, or in a PostgreSQL database, whose address may hold a password. */
export type Store = { readonly path: string } | { readonly postgres: string }

/** How a store is opened. */
export interface OpenStoreOptions extends Pick<OpenOptions, 'region' | 'metrics' | 'store'> {
  /** Whether an empty one is made where there is none; else a misspelt name is told. */
  readonly create: boolean
}

/** Opens the database in a store, and says so where it takes long: keys of a log are read into memory first. */
export function openStore(store: Store, options: OpenStoreOptions): Promise<OpenedDatabase> {
  return tellOfWait(open(store, options), () =>
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

/** What to call a store in messages. */
export function describeStore(store: Store): string {
  return 'postgres' in store ? describePostgres(store.postgres) : resolve(store.path)
}
