import type { PostgresStorageOptions } from '@monotable/storage-postgres'

/** What the address of a PostgreSQL database says. All of it is PostgreSQL's own but `?schema=name`. */
export function postgresOptions(address: string): PostgresStorageOptions {
  const [place = '', query = ''] = address.split('?', 2)
  const parameters = new URLSearchParams(query)
  const schema = parameters.get('schema')
  if (schema === null) return { url: address }
  parameters.delete('schema')
  const rest = parameters.toString()
  return { url: rest === '' ? place : `${place}?${rest}`, schema }
}
