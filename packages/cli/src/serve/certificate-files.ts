import { createPrivateKey, X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { type Certificate, ConfigurationError } from '@monotable/server'
import { readText } from '../read-text.ts'

/** Where a certificate and its key are. */
export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** How often the files are looked at. */
const lookMs = 60_000

/** Reads a certificate and its key, or says what is wrong with the files. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const cert = readPem(certFile, { option: '--cert', holds: 'a certificate', begins: 'CERTIFICATE-----' })
  const key = readPem(keyFile, { option: '--key', holds: 'a private key', begins: 'PRIVATE KEY-----' })
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

/** What is told of files that have changed, and how. */
export interface Renewal {
  readonly files: CertificateFiles
  readonly renew: (certificate: Certificate) => void
  readonly tell: (text: string) => void
}

/**
 * Looks every minute, and when the process is sent SIGHUP as servers are after a renewal, whether the files have changed,
 * since certificates of today last for weeks only. A pair that does not fit is told of once; it may be half written, and is
 * tried again when it has changed again.
 */
export function keepRenewed(renewal: Renewal): void {
  const look = lookForRenewal(renewal)
  setInterval(look, lookMs).unref()
  // In a terminal SIGHUP says that it was closed, and ends the server as it does every program.
  if (process.stdout.isTTY !== true) process.on('SIGHUP', look)
}

/** Makes a function that looks at the files once. */
export function lookForRenewal({ files, renew, tell }: Renewal): () => void {
  let known = versionOf(files)
  return () => {
    const version = versionOf(files)
    if (version === known) return
    known = version
    try {
      renew(readCertificate(files))
      tell('The certificate has changed; connections from now on get the new one.')
    } catch (error) {
      tell(`The certificate has changed and is no good, so the old one stays: ${(error as Error).message}`)
    }
  }
}

function versionOf({ certFile, keyFile }: CertificateFiles): string {
  return [certFile, keyFile]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((found) => `${found?.mtimeMs} ${found?.ino} ${found?.size}`)
    .join()
}

/** What a file has to be, and how that begins. */
interface PemKind {
  readonly option: string
  readonly holds: string
  readonly begins: string
}

/** Without this, an empty file would make a server that nobody can greet, and another be told in the words of OpenSSL. */
function readPem(file: string, { option, holds, begins }: PemKind): string {
  const text = readText(file)
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
