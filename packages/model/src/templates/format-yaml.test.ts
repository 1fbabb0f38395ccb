import { describe, expect, it } from 'vitest'
import { formatYaml } from './format-yaml.ts'

describe('formatYaml', () => {
  it('writes blocks', () => {
    const value = { Type: 'AWS::DynamoDB::Table', List: [{ a: 1, b: [true] }, 'x'], Empty: {}, None: [] }
    expect(formatYaml(value)).toBe(`Type: AWS::DynamoDB::Table
List:
  - a: 1
    b:
      - true
  - x
Empty: {}
None: []
`)
  })

  it.each([
    'yes',
    'NO',
    'null',
    'true',
    '1',
    '1e3',
    '0x1',
    '~',
    '',
    '- a',
    'a: b',
    'a #b',
    '2012-10-17',
    '*',
    '!Ref x',
    'a\nb',
    "it's",
  ])('quotes "%s", which could be something else', (text) => {
    expect(formatYaml({ a: text })).toBe(`a: ${JSON.stringify(text)}\n`)
  })
})
