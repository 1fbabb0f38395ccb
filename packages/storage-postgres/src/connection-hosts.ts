import { StorageError } from '@monotable/engine'

/**
 * Splits a URL into one URL per host. As in `libpq`, several hosts are separated by commas, and the first that takes
 * writes is used; `target_session_attrs` may ask for that, and has no other effect here.
 *
 * @example
 * parseConnectionHosts('postgres://me@a:1,b:2/app?target_session_attrs=read-write')
 * // ['postgres://me@a:1/app', 'postgres://me@b:2/app']
 */
export function parseConnectionHosts(url: string): readonly string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(url)
  if (parts === null) {
    throw new StorageError(
      'IO',
      'The address of the database is not a URL such as postgres://user@host:5432/name.',
    )
  }
  const [, start = '', hosts = '', path = '', query = ''] = parts
  const settings = query.split('&').filter((setting) => setting !== '')
  const target = settings.find((setting) => setting.startsWith('target_session_attrs='))
  if (target !== undefined && !/=(?:read-write|primary|any)$/.test(target)) {
    throw new StorageError(
      'IO',
      `The store needs a server that it can write to, so "${target}" cannot be used.`,
    )
  }
  const others = settings.filter((setting) => setting !== target)
  const end = `${path}${others.length === 0 ? '' : `?${others.join('&')}`}`
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}
