import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookForRenewal } from './certificate-files.ts'

let folder: string
let renewed: unknown[]
let told: string[]
let look: () => void

const put = (name: string, text: string) => {
  writeFileSync(join(folder, 'new'), text)
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
  expect(renewed).toEqual([{ cert: 'cert 2', key: 'key 2' }])
  expect(told).toEqual(['The certificate has changed; connections from now on get the new one.'])
})

test('a pair that does not fit yet is told of once, and used when it does', () => {
  put('cert.pem', 'cert 2')
  look()
  look()
  expect(told).toEqual(['The certificate has changed and is no good, so the old one stays: do not fit'])
  put('key.pem', 'key 2')
  look()
  expect(renewed).toEqual([{ cert: 'cert 2', key: 'key 2' }])
})

test('a file that is away for a moment is no reason to end', () => {
  rmSync(join(folder, 'key.pem'))
  look()
  expect(told[0]).toContain('cannot be read')
  put('key.pem', 'key 1')
  look()
  expect(renewed).toHaveLength(1)
})
