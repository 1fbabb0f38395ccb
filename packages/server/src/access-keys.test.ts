import { expect, test } from 'vitest'
import { parseAccessKeys } from './access-keys.ts'

test('keys are found by their id', () => {
  const keys = parseAccessKeys(
    '[{"accessKeyId":"a","secretAccessKey":"b","accountId":"123456789012","name":"c"}]',
  )
  expect(keys.get('a')).toEqual({
    accessKeyId: 'a',
    secretAccessKey: 'b',
    accountId: '123456789012',
    name: 'c',
  })
})

test('a byte order mark in front is no matter', () => {
  expect(parseAccessKeys('\uFEFF[{"accessKeyId":"a","secretAccessKey":"b"}]').size).toBe(1)
})

test.each([
  ['{', 'it is not JSON'],
  ['{}', 'it must be a list of access keys'],
  ['[]', 'it must be a list of access keys'],
  ['[1]', 'entry 1 must be an object'],
  ['[{"secretAccessKey":"b"}]', 'entry 1 needs "accessKeyId": a text without spaces or slashes'],
  [
    '[{"accessKeyId":"a/b","secretAccessKey":"b"}]',
    'entry 1 needs "accessKeyId": a text without spaces or slashes',
  ],
  ['[{"accessKeyId":"a"}]', 'entry 1 needs "secretAccessKey": a text that is not empty'],
  [
    '[{"accessKeyId":"a","secretAccessKey":"b","accountId":7}]',
    'entry 1 has an "accountId" that is not a text of twelve digits',
  ],
  ['[{"accessKeyId":"a","secretAccessKey":"b","secret":"c"}]', 'entry 1 has an unknown field "secret"'],
  [
    '[{"accessKeyId":"a","secretAccessKey":"b"},{"accessKeyId":"a","secretAccessKey":"c"}]',
    'accessKeyId a is given twice',
  ],
])('%s is refused: %s', (text, message) => {
  expect(() => parseAccessKeys(text)).toThrow(message)
})
