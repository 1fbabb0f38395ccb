import { ConfigurationError } from '../configuration-error.ts'

/** A certificate and its private key, both PEM. */
export interface Certificate {
  readonly cert: string | Buffer
  readonly key: string | Buffer
}

/** OpenSSL takes nothing for a certificate, and would then greet nobody. */
export function requireBoth({ cert, key }: Certificate): void {
  if (cert.length === 0 || key.length === 0) {
    throw new ConfigurationError('A certificate and its key are needed, and one of them is empty.')
  }
}
