import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type Certificate, ConfigurationError } from '@monotable/server'
import type { ReadsText } from './renewed-files.ts'

/** The paths of a certificate and its key. */
export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** Reads a certificate and its key; throws an explanation if the files are unusable. */
export function readCertificate({ certFile, keyFile }: CertificateFiles, readText: ReadsText): Certificate {
  const cert = requirePem(certFile, readText(certFile), {
    option: '--cert',
    holds: 'a certificate',
    begins: 'CERTIFICATE-----',
  })
  const key = requirePem(keyFile, readText(keyFile), {
    option: '--key',
    holds: 'a private key',
    begins: 'PRIVATE KEY-----',
  })
  if (isOfAnother(key, cert))
    throw new ConfigurationError(`The key in ${keyFile} does not belong to the certificate in ${certFile}.`)
  return { cert, key }
}

/**
 * Whether a key does not match a certificate. OpenSSL itself does not check that if they are of different types, such
 * as RSA and EC; no TLS handshake with such a server would succeed.
 */
function isOfAnother(key: string, cert: string): boolean {
  try {
    return !new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    // Files that cannot be parsed are reported when they are used.
    return false
  }
}

/** The required contents of a file, and how they begin. */
interface PemKind {
  readonly option: string
  readonly holds: string
  readonly begins: string
}

/**
 * Checks that a file is PEM. Otherwise an empty file would make a server that no client can connect to, and other files
 * would be reported in the words of OpenSSL.
 */
function requirePem(file: string, text: string, { option, holds, begins }: PemKind): string {
  // The certificate file may also contain a key, which is not read.
  if (option === '--key' && /-----BEGIN ENCRYPTED|^Proc-Type: .*ENCRYPTED/m.test(text)) {
    const advice = `openssl pkey -in ${file} -out plain.pem`
    throw new ConfigurationError(
      `The key in ${file} is encrypted, and the server cannot ask for its passphrase. To store it without one, run: ${advice}`,
    )
  }
  if (text.trim() === '') throw new ConfigurationError(`The file ${file} is empty.`)
  if (new RegExp(`-----BEGIN [A-Z0-9 ]*${begins}`).test(text)) return text
  throw new ConfigurationError(
    `The file ${file} of ${option} does not contain ${holds} in PEM format: it has no line "-----BEGIN … ${begins}".`,
  )
}
