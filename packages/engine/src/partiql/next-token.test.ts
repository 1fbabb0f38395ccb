import { describe, expect, it } from 'vitest'
import { decodeNextToken, encodeNextToken } from './next-token.ts'

const owner = { statement: 'SELECT * FROM Tab WHERE pk = ?', parameters: [{ S: 'a' }] }
const stop = { read: 2, key: { pk: { S: 'a' }, sk: { S: 'é"\\' } } }

describe('NextToken', () => {
  it('comes back as it was', () => {
    expect(decodeNextToken(owner, encodeNextToken(owner, stop))).toEqual(stop)
  })

  it('belongs to a statement and its parameters', () => {
    const token = encodeNextToken(owner, stop)
    for (const other of [
      { ...owner, statement: `${owner.statement} ` },
      { ...owner, parameters: [{ S: 'b' }] },
      { ...owner, parameters: [] },
    ]) {
      expect(() => decodeNextToken(other, token)).toThrow('NextToken does not match request')
    }
  })

  it('is refused when any of its bytes was changed', () => {
    const bytes = Buffer.from(encodeNextToken(owner, stop), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decodeNextToken(owner, changed.toString('base64url'))).toThrow('Invalid NextToken')
    }
  })

  it.each(['', 'abc', '::', 'A'.repeat(200), Buffer.from('0'.repeat(64)).toString('base64url')])(
    'is refused when it is %j',
    (token) => {
      expect(() => decodeNextToken(owner, token)).toThrow('Invalid NextToken')
    },
  )
})
