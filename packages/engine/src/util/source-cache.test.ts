import { describe, expect, it } from 'vitest'
import { SourceCache } from './source-cache.ts'

describe('SourceCache', () => {
  it('converts each text once while it is cached', () => {
    const made: string[] = []
    const cache = new SourceCache<string>(2)
    const get = (source: string) =>
      cache.get(source, (text) => {
        made.push(text)
        return text.toUpperCase()
      })
    expect([get('a'), get('a'), get('b'), get('a')]).toEqual(['A', 'A', 'B', 'A'])
    expect(made).toEqual(['a', 'b'])
  })

  it('drops texts that were not used for two generations', () => {
    let made = 0
    const cache = new SourceCache<number>(2)
    for (const source of ['a', 'b', 'c', 'd', 'e', 'a']) cache.get(source, () => ++made)
    expect(made).toBe(6)
  })

  it('drops long texts sooner', () => {
    let made = 0
    const cache = new SourceCache<number>(100, 10)
    const long = ['a', 'b', 'c'].map((letter) => letter.repeat(10))
    for (const source of [...long, ...long]) cache.get(source, () => ++made)
    expect(made).toBe(6)
    for (const source of ['a', 'b', 'c', 'a', 'b', 'c']) cache.get(source, () => ++made)
    expect(made).toBe(9)
  })

  it('keeps a text that is used repeatedly', () => {
    const made: string[] = []
    const cache = new SourceCache<string>(2)
    for (const source of ['a', 'b', 'a', 'c', 'a', 'd', 'a', 'e', 'a']) {
      cache.get(source, (text) => {
        made.push(text)
        return text
      })
    }
    expect(made.filter((source) => source === 'a')).toHaveLength(1)
  })

  it('does not cache a failure', () => {
    const cache = new SourceCache<string>(2)
    const fail = () => {
      throw new TypeError('no')
    }
    expect(() => cache.get('a', fail)).toThrow('no')
    expect(cache.get('a', () => 'yes')).toBe('yes')
  })
})
