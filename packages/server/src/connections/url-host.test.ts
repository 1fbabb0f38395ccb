import { expect, test } from 'vitest'
import { urlHost } from './url-host.ts'

test.each([
  { host: '127.0.0.1', has: true, url: '127.0.0.1' },
  { host: 'localhost', has: true, url: 'localhost' },
  { host: '::1', has: true, url: '[::1]' },
  { host: '0.0.0.0', has: true, url: '127.0.0.1' },
  { host: '::', has: true, url: '[::1]' },
  // Linux with net.ipv6.conf.all.disable_ipv6 listens on :: for IPv4, and has no ::1.
  { host: '::', has: false, url: '127.0.0.1' },
])('a server that listens on $host is reached at $url; IPv6: $has', ({ host, has, url }) => {
  expect(urlHost(host, () => has)).toBe(url)
})
