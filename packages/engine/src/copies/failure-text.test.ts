import { afterEach, expect, test, vi } from 'vitest'
import { StorageError } from '../storage/storage-error.ts'
import { failureText } from './failure-text.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const denied = Object.assign(new Error("EACCES: permission denied, open '/srv/exports/a (b)/x'"), {
  code: 'EACCES',
  syscall: 'open',
  path: '/srv/exports/a (b)/x',
})
const moved = Object.assign(new Error("EXDEV: cross-device link not permitted, rename '/a' -> '/b'"), {
  syscall: 'rename',
})

test.each([
  [denied, 'EACCES: permission denied'],
  [moved, 'EXDEV: cross-device link not permitted'],
  [
    new StorageError('IO', `The disk does not obey (${denied.message})`, { cause: denied }),
    'The disk does not obey (EACCES: permission denied)',
  ],
])('a client is not told where a file is on the server, and its owner is: %s', (error, text) => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  expect(failureText('The export has failed', error)).toBe(text)
  expect(warn.mock.calls).toEqual([[`The export has failed: ${error.message}`]])
})

test('what the owner is warned of does not steer a terminal, or begin another line', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const named = Object.assign(
    new Error("ENAMETOOLONG: name too long, mkdir '/srv/\u009b31m\nmonotable: x'"),
    {
      syscall: 'mkdir',
    },
  )
  failureText('The export has failed', named)
  expect(warn.mock.calls).toEqual([
    ["The export has failed: ENAMETOOLONG: name too long, mkdir '/srv/?31m?monotable: x'"],
  ])
})

test('any other message is told as it is', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  expect(failureText('The export has failed', new Error('"x" is a symbolic link'))).toBe(
    '"x" is a symbolic link',
  )
  expect(failureText('The export has failed', 'text')).toBe('text')
  expect(warn).not.toHaveBeenCalled()
})
