import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { otherCertificate, testCertificate } from '../../../server/src/testing/test-certificate.ts'
import { readText } from '../read-text.ts'
import { readCertificate } from './certificate-files.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  writeFileSync(join(folder, 'cert.pem'), '-----BEGIN CERTIFICATE-----')
  writeFileSync(join(folder, 'key.pem'), '-----BEGIN PRIVATE KEY-----')
})

afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['cert.pem', 'nothing of the kind', '--cert does not contain a certificate'],
  ['cert.pem', '-----BEGIN RSA PRIVATE KEY-----', '--cert does not contain a certificate'],
  ['cert.pem', '-----BEGIN ENCRYPTED PRIVATE KEY-----', '--cert does not contain a certificate'],
  ['key.pem', '-----BEGIN CERTIFICATE-----', '--key does not contain a private key'],
  ['key.pem', ' ', 'is empty'],
  ['key.pem', '-----BEGIN ENCRYPTED PRIVATE KEY-----', 'is encrypted'],
  ['key.pem', '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n', 'is encrypted'],
])('%s with "%s" is reported in our own words', (name, text, told) => {
  writeFileSync(join(folder, name), text)
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  expect(() => readCertificate(files, readText)).toThrow(told)
})

const made = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

test.each([
  ['of its kind', otherCertificate.key],
  ['of Ed25519', made(generateKeyPairSync('ed25519').privateKey)],
])('a key %s that does not belong to the certificate is reported', (_, key) => {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  writeFileSync(files.certFile, testCertificate.cert)
  writeFileSync(files.keyFile, key)
  expect(() => readCertificate(files, readText)).toThrow('does not belong to the certificate in')
  writeFileSync(files.keyFile, testCertificate.key)
  expect(readCertificate(files, readText)).toEqual(testCertificate)
})

test.each([
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN EC PARAMETERS-----\n-----BEGIN EC PRIVATE KEY-----',
])('a key that begins with %s is accepted', (key) => {
  writeFileSync(join(folder, 'key.pem'), key)
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  expect(readCertificate(files, readText).key).toBe(key)
})
