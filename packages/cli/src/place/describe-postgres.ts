import { postgresOptions } from '../postgres-options.ts'

/** Says where a PostgreSQL database is, and in which schema of it, without the user and the password in its address. */
export function describePostgres(address: string): string {
  const { url, schema } = postgresOptions(address)
  const [, place = ''] = /^\w+:\/\/([^?#]*)/.exec(url) ?? []
  const where = `PostgreSQL at ${place.slice(place.lastIndexOf('@') + 1) || 'the default place'}`
  return schema === undefined ? where : `${where}, schema ${schema}`
}
