import { describe, expect, test } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

describe('acceptedEncoding', () => {
  // Seen on AWS, in the tests of ScyllaDB Alternator.
  test.each([
    ['', undefined],
    ['identity', undefined],
    ['br', undefined],
    ['x-gzip', undefined],
    ['gzip', 'gzip'],
    ['deflate', 'deflate'],
    ['gzip, deflate', 'gzip'],
    ['br, identity, deflate, gzip', 'deflate'],
    ['GZIP, identity', 'gzip'],
    ['cat, gzip ,, dog', 'gzip'],
    ['gzip;q=0.8, deflate;q=0.5', 'gzip'],
    ['br, gzip;q=0, deflate; q = 0.5 , identity;q=0', 'deflate'],
    ['gzip ;q=0', undefined],
    ['identity;q=0', undefined],
    ['gzip;q=0.5,identity;q=0.8', 'gzip'],
    ['br,identity;q=0.5,gzip;q=0.0001', 'gzip'],
  ])('of %j takes %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })

  test.each([
    ['*', 'gzip'],
    ['*;q=0', undefined],
    ['*, deflate;q=0.5', 'gzip'],
    ['*, deflate', 'deflate'],
    ['*, identity', 'gzip'],
    ['*, gzip;q=0.5', 'deflate'],
    ['*;q=0.5,identity', 'gzip'],
    ['br;q=0.8,identity;q=0.5,*;q=0', undefined],
  ])('takes %j to cover unnamed encodings: %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })

  test.each([
    ['"gzip"', undefined],
    ['gzip br', undefined],
    ['gzip:q=1', undefined],
    ['deflate;q=0.5, gzip;q=31', 'gzip'],
    ['gzip;q=31,deflate;q=51', 'gzip'],
    ['deflate;q=0.5, gzip;q=1;q=0.2', 'gzip'],
    ['deflate;q=0.5,gzip;q=0.', 'deflate'],
    ['deflate;q=0.5,gzip;q=0.x', 'gzip'],
    ['deflate;q=0.5,gzip;q=0. x', 'gzip'],
    ['deflate;q=-0.5,gzip;q=0.2', 'gzip'],
    ['gzip;q= 0;q=1', undefined],
    ['gzip;q =0;q=1', 'gzip'],
    ['gzip; q=0;q=1', undefined],
    ['gzip;nq=0;q=1', undefined],
    ['gzip;q=0, gzip;q=1, gzip;q=0', 'gzip'],
  ])('reads the odd %j as AWS does: %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })
})
