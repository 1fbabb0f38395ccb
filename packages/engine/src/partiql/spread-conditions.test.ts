import { describe, expect, it } from 'vitest'
import { bindStatement } from './bind-statement.ts'
import { prepareStatement } from './prepare-statement.ts'
import { spreadConditions } from './spread-conditions.ts'

function spread(where: string) {
  const bound = bindStatement(prepareStatement(`SELECT * FROM Tab WHERE ${where}`), [])
  if (bound.kind !== 'select') throw new TypeError('no SELECT')
  return spreadConditions(bound.where.test, { hash: 'pk', range: 'sk' })
}

/** Summarizes branches: the hash key, the conditions on the range key, and the number of filters. */
function branches(where: string): string[] {
  return spread(where).branches.map(
    ({ hash, ranges, filters }) =>
      `${hash === undefined ? '*' : Object.values(hash)[0]} ${ranges
        .map(
          ({ operator, operands }) =>
            `${operator}${operands.map((value) => Object.values(value)[0]).join('..')}`,
        )
        .join('&')} ${filters.length}`,
  )
}

const rows: [string, string[]][] = [
  ["pk = 'a'", ['a  0']],
  ["'a' = pk AND '1' < sk", ['a >1 0']],
  ["pk = 'a' AND sk > '1' AND sk < '3' AND x = 1", ['* >1&<3 1']],
  ["pk = 'a' AND sk > '1' AND '1' < sk", ['a >1 0']],
  ["pk = 'a' AND sk IN ['1', '2'] AND sk = '1'", ['a =1 0', '* =2&=1 0']],
  ["pk = 'a' AND sk BETWEEN '1' AND '2'", ['a BETWEEN1..2 0']],
  ["pk = 'a' AND begins_with(sk, '1')", ['a begins_with1 0']],
  ["pk IN ['a', 'b'] AND sk IN ['1', '2']", ['a =1 0', 'a =2 0', 'b =1 0', 'b =2 0']],
  ["(pk = 'a' AND sk = '1') OR (pk = 'b' AND x = 1)", ['a =1 0', 'b  1']],
  ["pk = 'a' AND (x = 1 OR x = 2)", ['a  1']],
  ["pk = 'a' AND (sk = '1' OR x = 2)", ['a =1 0', 'a  1']],
  ["pk = 'a' AND NOT sk = '1'", ['*  1']],
  ["pk = 'a' AND sk <> '1'", ['*  1']],
  ["pk = 'a' AND pk = 'a'", ['a  0']],
  ["pk = 'a' AND pk = 'b'", ['*  0']],
  ["pk > 'a'", ['*  1']],
  ['pk = sk', ['*  1']],
  ['pk.x = 1 AND size(pk) = 1', ['*  2']],
  ["sk = '1'", ['* =1 0']],
  ["pk IN ['a', x]", ['*  1']],
]

describe('spreadConditions', () => {
  it.each(rows)('%s', (where, expected) => {
    expect(branches(where)).toEqual(expected)
  })

  it('is keyed if every branch has a hash key', () => {
    expect(spread("pk = 'a' OR pk = 'b'").isKeyed).toBe(true)
    expect(spread("pk = 'a' OR sk = 'b'").isKeyed).toBe(false)
    expect(spread('x = 1').isKeyed).toBe(false)
    expect(spreadConditions(undefined, { hash: 'pk', range: 'sk' }).isKeyed).toBe(false)
  })

  it('gives up on more branches than can be read, and still knows whether they have keys', () => {
    const many = Array.from({ length: 100 }, (_, i) => `'${i}'`).join(', ')
    expect(spread(`pk IN [${many}] AND sk IN [${many}]`)).toMatchObject({ isTooWide: true, isKeyed: true })
    expect(spread(`(pk IN [${many}] OR x = 1) AND sk IN [${many}]`)).toMatchObject({
      isTooWide: true,
      isKeyed: false,
    })
  })

  it('does not expand what it cannot list', () => {
    const alternatives = Array.from({ length: 60 }, (_, i) => `(sk = '${i}' OR sk = 'x${i}')`).join(' AND ')
    expect(spread(`pk = 'a' AND ${alternatives}`).isTooWide).toBe(true)
  })
})
