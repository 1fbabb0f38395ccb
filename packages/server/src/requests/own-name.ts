import { isIP } from 'node:net'

/**
 * Whether a host name cannot have been chosen by a web page: an address, localhost, or a name of the local network,
 * which has no dots or a suffix that nobody can register. A site can point its name at this machine (DNS rebinding),
 * and a browser then takes what this machine serves for the site's own.
 */
export function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true
  return !name.includes('.') || /\.(?:localhost|local|internal|test)$/.test(name)
}
