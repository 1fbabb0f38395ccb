import { statSync } from 'node:fs'
import { type Certificate, ConfigurationError } from '@monotable/server'
import { readText } from './read-text.ts'

/** Where a certificate and its key are. */
export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** How often the files are looked at. */
const lookMs = 60_000

/** Reads a certificate and its key, or says what is wrong with the files. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  return { cert: readPem(certFile), key: readPem(keyFile) }
}

/** What is told of files that have changed, and how. */
export interface Renewal {
  readonly files: CertificateFiles
  readonly renew: (certificate: Certificate) => void
  readonly tell: (text: string) => void
}

/**
 * Looks every minute whether the files have changed, since certificates of today last for weeks only. A pair that does not
 * fit is told of once; it may be half written, and is tried again when it has changed again.
 */
export function keepRenewed(renewal: Renewal): void {
  const look = lookForRenewal(renewal)
  setInterval(look, lookMs).unref()
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

/** Without this, an empty file would make a server that nobody can greet. */
function readPem(file: string): string {
  const text = readText(file)
  if (text.trim() === '') throw new ConfigurationError(`The file ${file} is empty.`)
  return text
}
