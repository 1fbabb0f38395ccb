import { describe, expect, it } from 'vitest'
import { Placeholders } from './placeholders.ts'

describe('Placeholders', () => {
  const long = 'a'.repeat(255)
  const rows: [object, string][] = [
    [{ names: {}, values: {} }, 'ExpressionAttributeNames must not be empty'],
    [{ values: {} }, 'ExpressionAttributeValues must not be empty'],
    [
      { names: { a: 'a' }, values: {} },
      'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"',
    ],
    [{ names: { '#': 'a' } }, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#"'],
    [{ names: { '#a-b': 'a' } }, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#a-b"'],
    [{ names: { '#a\n': 'a' } }, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#a\n"'],
    [
      { names: { '': 'a' } },
      'ExpressionAttributeNames contains invalid key: The expression attribute map contains an empty key;',
    ],
    [
      { names: { [`#${long}`]: 'a' } },
      'ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; size of key: 256',
    ],
    [
      { values: { [`:${long}`]: { S: 'a' } } },
      'ExpressionAttributeValues contains invalid key: The expression attribute map contains a key that is too long;',
    ],
    [
      { names: { '#a': '' }, values: { a: { S: 'a' } } },
      'ExpressionAttributeValues contains invalid key: Syntax error; key: "a"',
    ],
    [
      { names: { '#a': '' } },
      'ExpressionAttributeNames contains invalid value: Empty attribute name for key #a',
    ],
    [
      { names: { '#a': 'x'.repeat(65_536) } },
      'ExpressionAttributeNames contains invalid value: Attribute name is too large, must be less than 65536 bytes for key #a',
    ],
  ]

  it.each(rows)('refuses %j', (input, message) => {
    expect(() => new Placeholders(input)).toThrow(expect.objectContaining({ message }))
  })

  describe('the total of names and values, with their keys,', () => {
    const max = 2 * 1024 * 1024
    const values = (sizeBytes: number) => ({ ':a': { S: 'x'.repeat(sizeBytes - 2) } })
    const names = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`#${i}`, 'x'.repeat(65_000)]))

    it.each([
      ['values', { values: values(max + 1) }, 'ExpressionAttributeValues exceeds max size'],
      ['names', { names }, 'ExpressionAttributeNames exceeds max size'],
      [
        'both together',
        { names: { '#a': 'b' }, values: values(max - 2) },
        'Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max size',
      ],
    ])('is limited to 2 MB: %s', (_, input, message) => {
      expect(() => new Placeholders(input)).toThrow(expect.objectContaining({ message }))
    })

    it('may be 2 MB', () => {
      expect(() => new Placeholders({ names: { '#a': 'b' }, values: values(max - 3) })).not.toThrow()
    })
  })

  it('accepts keys of 255 bytes that begin with a digit or an underscore', () => {
    expect(
      () => new Placeholders({ names: { '#1': 'a', '#_': 'b', [`#${'a'.repeat(254)}`]: 'c' } }),
    ).not.toThrow()
  })

  it('checks all keys before it makes values canonical', () => {
    const canonicalize = () => {
      throw new TypeError('too early')
    }
    const values = { ':a': {}, b: {} }
    expect(() => new Placeholders({ values, canonicalize })).toThrow('Syntax error; key: "b"')
  })

  it('passes the placeholder along when making values canonical', () => {
    const placeholders = new Placeholders({
      values: { ':a': 1, ':b': 2 },
      canonicalize: (raw, placeholder) => ({ S: `${placeholder}=${String(raw)}` }),
    })
    expect(placeholders.findValue(':b')).toEqual({ S: ':b=2' })
  })

  it('reports unused names before unused values', () => {
    const placeholders = new Placeholders({ names: { '#a': 'a', '#b': 'b' }, values: { ':a': { S: 'a' } } })
    placeholders.findName('#a')
    expect(() => placeholders.requireAllUsed()).toThrow(
      'Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}',
    )
    placeholders.findName('#b')
    expect(() => placeholders.requireAllUsed()).toThrow(
      'Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}',
    )
    placeholders.findValue(':a')
    expect(() => placeholders.requireAllUsed()).not.toThrow()
  })

  it('lists all unused placeholders', () => {
    const placeholders = new Placeholders({
      values: { ':a': { S: 'a' }, ':b': { S: 'a' }, ':c': { S: 'a' } },
    })
    placeholders.findValue(':b')
    expect(() => placeholders.requireAllUsed()).toThrow('keys: {:a, :c}')
  })

  it('finds nothing that was not given, whatever objects inherit', () => {
    const placeholders = new Placeholders({ names: { '#a': 'a' } })
    expect(placeholders.findName('toString')).toBeUndefined()
    expect(placeholders.findValue(':a')).toBeUndefined()
  })
})
