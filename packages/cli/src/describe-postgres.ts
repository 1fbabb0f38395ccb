/** Says where a PostgreSQL database is, without the user and the password in its address. */
export function describePostgres(url: string): string {
  const [, address = ''] = /^\w+:\/\/([^?#]*)/.exec(url) ?? []
  return `PostgreSQL at ${address.slice(address.lastIndexOf('@') + 1) || 'the default place'}`
}
