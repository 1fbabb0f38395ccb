import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type Certificate, ConfigurationError } from '@monotable/server'
import type { ReadsText } from './renewed-files.ts'

/** Where a certificate and its key are. */
export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** Reads a certificate and its key, or says what is wrong with the files. */
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
    throw new ConfigurationError(`The key in ${keyFile} is not that of the certificate in ${certFile}.`)
  return { cert, key }
}

/** OpenSSL itself does not look where they are of two kinds, such as RSA and EC: nobody could greet such a server. */
function isOfAnother(key: string, cert: string): boolean {
  try {
    return !new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    // What cannot be read is told by who uses it.
    return false
  }
}

/** What a file has to be, and how that begins. */
interface PemKind {
  readonly option: string
  readonly holds: string
  readonly begins: string
}

/** Without this, an empty file would make a server that nobody can greet, and another be told in the words of OpenSSL. */
function requirePem(file: string, text: string, { option, holds, begins }: PemKind): string {
  // A certificate may have a key beside it that nobody reads.
  if (option === '--key' && /-----BEGIN ENCRYPTED|^Proc-Type: .*ENCRYPTED/m.test(text)) {
    const advice = `openssl pkey -in ${file} -out plain.pem`
    throw new ConfigurationError(
      `The key in ${file} is encrypted, and nobody is asked for its passphrase. This writes it without: ${advice}`,
    )
  }
  if (text.trim() === '') throw new ConfigurationError(`The file ${file} is empty.`)
  if (new RegExp(`-----BEGIN [A-Z0-9 ]*${begins}`).test(text)) return text
  throw new ConfigurationError(
    `The file ${file} of ${option} does not hold ${holds} in PEM: it has no line "-----BEGIN … ${begins}".`,
  )
}
