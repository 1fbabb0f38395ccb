import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { otherCertificate, testCertificate } from '../../../server/src/testing/test-certificate.ts'
import { readCertificate } from './certificate-files.ts'
import { readAccessKeys } from './read-access-keys.ts'
import { keepLooking, lookForRenewal, type ReadsText, RenewedFiles } from './renewed-files.ts'

let folder: string
let renewed: unknown[]
let told: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'renewed-'))
  renewed = []
  told = []
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Replaces a file as careful programs do. */
function put(name: string, text: string) {
  writeFileSync(join(folder, 'new'), text)
  renameSync(join(folder, 'new'), join(folder, name))
}

function lookAt<Value>(make: (read: ReadsText) => Value, renew = (value: Value) => void renewed.push(value)) {
  const report = (text: string) => told.push(text)
  const files = new RenewedFiles(make)
  return lookForRenewal({ files, renew, report, used: 'used', refused: 'refused' })
}

const lookAtText = () => lookAt((read) => ({ text: read(join(folder, 'file')) }))

test('a file with unchanged contents is not used again', () => {
  put('file', '1')
  const look = lookAtText()
  put('file', '1')
  look()
  expect([renewed, told]).toEqual([[], []])
})

test('a changed file is used once, and that is reported', () => {
  put('file', '1')
  const look = lookAtText()
  put('file', '2')
  look()
  look()
  expect([renewed, told]).toEqual([[{ text: '2' }], ['used']])
})

test('a file that changes while the server starts is used', () => {
  put('file', '1')
  const look = lookAt((read) => {
    const text = read(join(folder, 'file'))
    put('file', '2')
    return { text }
  })
  look()
  expect(renewed).toEqual([{ text: '2' }])
})

test.each([
  ['is away', () => {}, 'There is no file'],
  // Stands for a lack of permission, which not every user who runs the tests is subject to.
  ['cannot be looked at', () => symlinkSync('file', join(folder, 'file')), 'leads back to itself'],
])('a file that %s for a while is reported once, and used when it is back', (_, replace, reason) => {
  put('file', '1')
  const look = lookAtText()
  rmSync(join(folder, 'file'))
  replace()
  look()
  look()
  expect(told).toEqual([expect.stringContaining('refused: ')])
  expect(told[0]).toContain(reason)
  expect(renewed).toEqual([])
  put('file', '2')
  look()
  expect([renewed, told.slice(1)]).toEqual([[{ text: '2' }], ['used']])
})

test('a certificate whose key does not match yet is reported once, and used when it does', () => {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  put('cert.pem', testCertificate.cert)
  put('key.pem', testCertificate.key)
  const look = lookAt((read) => readCertificate(files, read))
  put('cert.pem', otherCertificate.cert)
  look()
  look()
  expect(told).toEqual([expect.stringContaining('refused: The key in')])
  put('key.pem', otherCertificate.key)
  look()
  expect(renewed).toEqual([otherCertificate])
})

test('files that prove unusable only in use are reported once', () => {
  put('file', '1')
  const look = lookAt(
    (read) => ({ text: read(join(folder, 'file')) }),
    () => {
      throw new Error('no')
    },
  )
  put('file', '2')
  look()
  look()
  expect(told).toEqual(['refused: no'])
})

test('access keys are read again when one of their policy files changes, also one that appeared late', () => {
  const policy = (action: string) =>
    JSON.stringify({ Statement: { Effect: 'Allow', Action: `dynamodb:${action}`, Resource: '*' } })
  const key = { accessKeyId: 'app', secretAccessKey: 'secret' }
  put('keys.json', JSON.stringify([{ ...key, policies: ['first.json'] }]))
  put('first.json', policy('GetItem'))
  const look = lookAt((read) => readAccessKeys(join(folder, 'keys.json'), read))
  put('first.json', policy('Query'))
  look()
  expect(renewed).toHaveLength(1)
  put('first.json', policy('Gett'))
  look()
  expect(told.at(-1)).toContain('DynamoDB has no action "dynamodb:Gett"')
  put('keys.json', JSON.stringify([{ ...key, policies: ['late.json'] }]))
  look()
  expect(told.at(-1)).toContain('There is no file')
  expect(renewed).toHaveLength(1)
  put('late.json', policy('GetItem'))
  look()
  expect(renewed).toHaveLength(2)
})

test.each(['', '[{ "accessKeyId": "app", "secretAcc', '[]'])(
  'a keys file that is half written, as "%s", changes nothing',
  (half) => {
    const whole = '[{ "accessKeyId": "app", "secretAccessKey": "secret" }]'
    put('keys.json', whole)
    const look = lookAt((read) => readAccessKeys(join(folder, 'keys.json'), read))
    writeFileSync(join(folder, 'keys.json'), half)
    look()
    look()
    expect([renewed, told]).toEqual([[], [expect.stringContaining('refused: The keys file')]])
    writeFileSync(join(folder, 'keys.json'), whole.replace('app', 'other'))
    look()
    expect(renewed).toEqual([new Map([['other', expect.anything()]])])
  },
)

test.skipIf(process.platform === 'win32')('a pipe is read once', () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  put('file', '1')
  const write = (text: string) => spawn('sh', ['-c', 'echo "$1" >"$0"', pipe, text])
  write('keys')
  const look = lookAt((read) => [read(pipe), read(join(folder, 'file'))])
  // A faulty second read must not block for ever.
  const writer = write('others')
  look()
  put('file', '2')
  look()
  writer.kill()
  expect(renewed).toEqual([['keys\n', '2']])
})

test('SIGHUP during startup does not end the server, and the files are checked once it has started', async () => {
  let start = (_looks: (() => void)[]) => {}
  const started = new Promise<(() => void)[]>((resolve) => {
    start = resolve
  })
  const others = process.listenerCount('SIGHUP')
  const end = keepLooking(started)
  expect(process.listenerCount('SIGHUP')).toBe(others + 1)
  process.emit('SIGHUP')
  await new Promise<void>((looked) => start([looked]))
  end()
  expect(process.listenerCount('SIGHUP')).toBe(others)
})
