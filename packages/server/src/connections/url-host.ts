import { networkInterfaces } from 'node:os'

/**
 * Formats a host for a URL. A server that listens everywhere is reached on this machine: by IPv6 if that has been asked
 * for, unless it is disabled, when the system still accepts such a server and gives it IPv4 connections.
 */
export function urlHost(host: string, hasLocalIpv6 = findLocalIpv6): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return hasLocalIpv6() ? '[::1]' : '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function findLocalIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  )
}
