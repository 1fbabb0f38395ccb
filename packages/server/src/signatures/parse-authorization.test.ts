import { afterEach, expect, test, vi } from 'vitest'
import { parseAuthorization } from './parse-authorization.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Counts the characters that a search in a text passes. */
function countPassed(): () => number {
  const { indexOf } = String.prototype
  let passed = 0
  vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, sign: string, from = 0) {
    const at = indexOf.call(this, sign, from)
    passed += (at < 0 ? this.length : at) - from
    return at
  })
  return () => passed
}

test.each([
  ['commas', ','.repeat(15_000)],
  ['spaces', ' '.repeat(15_000)],
  ['pieces that say nothing', 'a=,'.repeat(5_000)],
])('a header with thousands of %s is read in a single pass', (_, many) => {
  const authorization = `AWS4-X ${many}Credential=a/b,SignedHeaders=host,Signature=0`
  const headers = new Map([
    ['authorization', authorization],
    ['x-amz-date', '20150830T123600Z'],
  ])
  const passed = countPassed()
  const parsed = parseAuthorization({ method: 'POST', path: '/', headers, body: Buffer.of() })
  const letters = passed()
  expect(parsed).toMatchObject({
    algorithm: 'AWS4-X',
    credential: 'a/b',
    signedHeaders: 'host',
    signature: '0',
  })
  expect(letters).toBeLessThan(5 * authorization.length)
})
