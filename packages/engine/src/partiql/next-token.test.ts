import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodeNextToken, encodeNextToken } from './next-token.ts'

const owner = { statement: 'SELECT * FROM Tab WHERE pk = ?', parameters: [{ S: 'a' }] }
const stop = { read: 2, key: { pk: { S: 'a' }, sk: { S: 'é"\\' } } }

describe('NextToken', () => {
  it('decodes to what was encoded', () => {
    for (const one of [stop, { read: 10 }]) {
      expect(decodeNextToken(owner, encodeNextToken(owner, one))).toEqual(one)
    }
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

  it('is refused if any of its bytes was changed', () => {
    const bytes = Buffer.from(encodeNextToken(owner, stop), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decodeNextToken(owner, changed.toString('base64url'))).toThrow('Invalid NextToken')
    }
  })

  it.each([
    '5',
    'null',
    'no JSON',
    '{"read":0}',
    '[0]',
    '[0,{"pk":null}]',
    '[0,{"pk":"a"}]',
    '[0,{"pk":{}}]',
    '[0,{"pk":{"S":5}}]',
    '[0,{"pk":{"N":"x"}}]',
    '[0,{"pk":{"L":[]}}]',
    '[0,{"pk":{"S":"a","N":"1"}}]',
    '["length",{"pk":{"S":"a"}}]',
    '[0.5,{"pk":{"S":"a"}}]',
  ])('is refused if it was made up with the right digests and %s in it', (rest) => {
    const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
    const mark = digest(`${owner.statement}\n${JSON.stringify(owner.parameters)}`)
    const token = Buffer.from(mark + digest(mark + rest) + rest).toString('base64url')
    expect(() => decodeNextToken(owner, token)).toThrow('Invalid NextToken')
  })

  it.each(['', 'abc', '::', 'A'.repeat(200), Buffer.from('0'.repeat(64)).toString('base64url')])(
    'is refused when it is %j',
    (token) => {
      expect(() => decodeNextToken(owner, token)).toThrow('Invalid NextToken')
    },
  )
})
