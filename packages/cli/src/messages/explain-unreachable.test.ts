import { expect, test } from 'vitest'
import { explainUnreachable } from './explain-unreachable.ts'

const failed = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })

test.each([
  ['http://127.0.0.1:8000', 'ECONNREFUSED', 'Start one with "monotable serve", or use --endpoint'],
  ['http://localhost:8001', 'ECONNREFUSED', 'Start one with "monotable serve --port 8001", or'],
  ['http://db.example.org', 'ECONNREFUSED', 'No server is running there: use --endpoint'],
  ['http://db.example.org', 'ENOTFOUND', 'Its host name cannot be resolved'],
  ['https://127.0.0.1:8000', 'ERR_SSL_WRONG_VERSION_NUMBER', 'begin --endpoint with http://'],
  ['https://127.0.0.1:8000', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
  ['http://127.0.0.1:8000', 'ECONNRESET', 'has to begin with https://'],
  ['http://10.0.0.1', 'UND_ERR_CONNECT_TIMEOUT', 'does not answer in time'],
])('%s, %s: %s', (endpoint, code, advice) => {
  const text = explainUnreachable(`${endpoint}/path`, failed(code))
  expect(text).toContain(`${endpoint} cannot be reached: ${code}. `)
  expect(text).toContain(advice)
})

test('any other cause is reported as it is', () => {
  expect(explainUnreachable('http://a', new Error('odd'))).toBe('http://a cannot be reached: odd')
  const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  expect(explainUnreachable('http://a', late)).toContain('does not answer in time')
})
