import { ConfigurationError } from '../configuration-error.ts'

/** A certificate and its private key, both PEM. */
export interface Certificate {
  readonly cert: string | Buffer
  readonly key: string | Buffer
}

/** Refuses an empty certificate or key: OpenSSL accepts it, and every handshake would then fail. */
export function requireBoth({ cert, key }: Certificate): void {
  if (cert.length === 0 || key.length === 0) {
    throw new ConfigurationError('A certificate and its key are needed, but one of them is empty.')
  }
}
