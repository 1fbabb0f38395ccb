import { postgresOptions } from '../postgres-options.ts'

/** Describes where a PostgreSQL database is, and its schema, without the user and password in its address. */
export function describePostgres(address: string): string {
  const { url, schema } = postgresOptions(address)
  const where = `PostgreSQL at ${placeIn(url)}`
  return schema === undefined ? where : `${where}, schema ${schema}`
}

function placeIn(url: string): string {
  const [, place = '', rest = ''] = /^\w+:\/\/([^?#]*)(.*)$/s.exec(url) ?? []
  const isCutShort = !place.includes('@') && place.includes(':') && rest.includes('@')
  if (isCutShort) {
    return 'an address that is not shown: a "?" or "#" in it may belong to a password, and must then be written as %3F or %23'
  }
  return place.slice(place.lastIndexOf('@') + 1) || 'the default address'
}
