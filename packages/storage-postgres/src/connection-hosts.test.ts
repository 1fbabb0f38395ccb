import { describe, expect, it } from 'vitest'
import { parseConnectionHosts } from './connection-hosts.ts'

describe('parseConnectionHosts', () => {
  it.each([
    ['postgres://a/app', ['postgres://a/app']],
    ['postgresql://me:pw@a:1/app?sslmode=verify-full', ['postgresql://me:pw@a:1/app?sslmode=verify-full']],
    [
      'postgres://me:p%40w@a:1,b:2/app?target_session_attrs=read-write&sslmode=verify-full',
      ['postgres://me:p%40w@a:1/app?sslmode=verify-full', 'postgres://me:p%40w@b:2/app?sslmode=verify-full'],
    ],
    ['postgres://[::1]:5432,b/app', ['postgres://[::1]:5432/app', 'postgres://b/app']],
    ['postgres:///app?host=/run/postgresql', ['postgres:///app?host=/run/postgresql']],
  ])('%s', (url, hosts) => {
    expect(parseConnectionHosts(url)).toEqual(hosts)
  })

  it.each(['mysql://a/app', 'a,b', 'postgres://a/app?target_session_attrs=standby'])('refuses %s', (url) => {
    expect(() => parseConnectionHosts(url)).toThrow(
      expect.objectContaining({ name: 'StorageError', code: 'IO' }),
    )
  })
})
