import type { Socket } from 'node:net'

/** Node does not say which socket is below an encrypted one, but both have the same address. */
export function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
