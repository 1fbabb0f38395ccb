import type { PostgresStorageOptions } from '@monotable/storage-postgres'

type Settings = Omit<PostgresStorageOptions, 'url'>

/**
 * The parameters of an address that are ours, not PostgreSQL's. Opening the store rejects values that make no sense.
 */
const own: { readonly [name: string]: (text: string) => Settings } = {
  schema: (schema) => ({ schema }),
  dialect: (name) => ({ dialect: name as NonNullable<Settings['dialect']> }),
  readers: (number) => ({ readers: Number(number) }),
  writers: (number) => ({ writers: Number(number) }),
  statement_timeout: (milliseconds) => ({ statementMs: Number(milliseconds) }),
}

/**
 * Reads the options in the address of a PostgreSQL database. All of it is PostgreSQL's own syntax except these
 * parameters after the `?`: `schema`, `dialect`, the numbers of connections `readers` and `writers`, and
 * `statement_timeout` in milliseconds.
 *
 * @example
 * postgresOptions('postgres://me@db/app?schema=shop&writers=3')
 * // { url: 'postgres://me@db/app', schema: 'shop', writers: 3 }
 */
export function postgresOptions(address: string): PostgresStorageOptions {
  const [place = '', query = ''] = address.split('?', 2)
  const settings = query.split('&').filter((setting) => setting !== '')
  const isOwn = (setting: string): boolean => Object.hasOwn(own, nameOf(setting))
  const given = settings.filter(isOwn).map((setting) => {
    const [[name, text] = ['', '']] = new URLSearchParams(setting)
    return own[name]?.(text)
  })
  const rest = settings.filter((setting) => !isOwn(setting))
  const url = rest.length === 0 ? place : `${place}?${rest.join('&')}`
  return Object.assign({ url }, ...given)
}

function nameOf(setting: string): string {
  return setting.split('=', 1)[0] as string
}
