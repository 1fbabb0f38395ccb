import { StorageError } from '@monotable/engine'

/**
 * The hosts of a URL, each as a URL of its own. As in `libpq`, several stand with commas between them, and the first
 * that takes writes is used; `target_session_attrs` may say so, and says nothing else here.
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
      'The address of the database is no URL such as postgres://user@host:5432/name.',
    )
  }
  const [, start = '', hosts = '', path = '', query = ''] = parts
  const settings = query.split('&').filter((setting) => setting !== '')
  const target = settings.find((setting) => setting.startsWith('target_session_attrs='))
  if (target !== undefined && !/=(?:read-write|primary|any)$/.test(target)) {
    throw new StorageError('IO', `The store has to write: "${target}" cannot be.`)
  }
  const others = settings.filter((setting) => setting !== target)
  const end = `${path}${others.length === 0 ? '' : `?${others.join('&')}`}`
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}
