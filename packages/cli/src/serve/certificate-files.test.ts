import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { otherCertificate, testCertificate } from '../../../server/src/testing/test-certificate.ts'
import { lookForRenewal, readCertificate } from './certificate-files.ts'

let folder: string
let renewed: unknown[]
let told: string[]
let look: () => void

const pem = { 'cert.pem': '-----BEGIN CERTIFICATE-----', 'key.pem': '-----BEGIN PRIVATE KEY-----' }

const put = (name: keyof typeof pem, text: string) => {
  writeFileSync(join(folder, 'new'), `${pem[name]}\n${text}`)
  renameSync(join(folder, 'new'), join(folder, name))
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  put('cert.pem', 'cert 1')
  put('key.pem', 'key 1')
  renewed = []
  told = []
  look = lookForRenewal({
    files: { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') },
    renew: (certificate) => {
      if (String(certificate.cert).at(-1) !== String(certificate.key).at(-1)) throw new Error('do not fit')
      renewed.push(certificate)
    },
    tell: (text) => told.push(text),
  })
})

afterEach(() => rmSync(folder, { recursive: true }))

test('files that stay as they are are not read again', () => {
  look()
  expect([renewed, told]).toEqual([[], []])
})

test('files that have changed are used, and it is told', () => {
  put('cert.pem', 'cert 2')
  put('key.pem', 'key 2')
  look()
  look()
  expect(renewed).toEqual([{ cert: `${pem['cert.pem']}\ncert 2`, key: `${pem['key.pem']}\nkey 2` }])
  expect(told).toEqual(['The certificate has changed; connections from now on get the new one.'])
})

test('a pair that does not fit yet is told of once, and used when it does', () => {
  put('cert.pem', 'cert 2')
  look()
  look()
  expect(told).toEqual(['The certificate has changed and is no good, so the old one stays: do not fit'])
  put('key.pem', 'key 2')
  look()
  expect(renewed).toEqual([{ cert: `${pem['cert.pem']}\ncert 2`, key: `${pem['key.pem']}\nkey 2` }])
})

test('a file that is away for a moment is no reason to end', () => {
  rmSync(join(folder, 'key.pem'))
  look()
  expect(told[0]).toContain('There is no file')
  put('key.pem', 'key 1')
  look()
  expect(renewed).toHaveLength(1)
})

test.each([
  ['cert.pem', 'nothing of the kind', '--cert does not hold a certificate'],
  ['cert.pem', '-----BEGIN RSA PRIVATE KEY-----', '--cert does not hold a certificate'],
  ['cert.pem', '-----BEGIN ENCRYPTED PRIVATE KEY-----', '--cert does not hold a certificate'],
  ['key.pem', '-----BEGIN CERTIFICATE-----', '--key does not hold a private key'],
  ['key.pem', ' ', 'is empty'],
  ['key.pem', '-----BEGIN ENCRYPTED PRIVATE KEY-----', 'is encrypted'],
  ['key.pem', '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n', 'is encrypted'],
])('%s with "%s" is told in our own words', (name, text, told) => {
  writeFileSync(join(folder, name), text)
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  expect(() => readCertificate(files)).toThrow(told)
})

const made = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

test.each([
  ['of its kind', otherCertificate.key],
  ['of Ed25519', made(generateKeyPairSync('ed25519').privateKey)],
])('a key %s that is not that of the certificate is told of', (_, key) => {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  writeFileSync(files.certFile, testCertificate.cert)
  writeFileSync(files.keyFile, key)
  expect(() => readCertificate(files)).toThrow('is not that of the certificate in')
  writeFileSync(files.keyFile, testCertificate.key)
  expect(readCertificate(files)).toEqual(testCertificate)
})

test.each([
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN EC PARAMETERS-----\n-----BEGIN EC PRIVATE KEY-----',
])('a key that begins with %s is one', (key) => {
  writeFileSync(join(folder, 'key.pem'), key)
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  expect(readCertificate(files).key).toBe(key)
})
