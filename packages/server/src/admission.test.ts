import { expect, test } from 'vitest'
import { Admission } from './admission.ts'

/** Work that ends when it is told to. */
function setUp(maxBytes: number) {
  const admission = new Admission(maxBytes)
  const begun: string[] = []
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const run = (name: string, bytes: number) =>
    admission.run(bytes, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, { resolve: () => resolve(name), reject }),
      )
    })
  return { run, begun, end: (name: string) => ends.get(name) }
}

test('what fits begins at once; the rest waits in its order', async () => {
  const { run, begun, end } = setUp(10)
  const [a, b, c, d] = [run('a', 6), run('b', 4), run('c', 8), run('d', 1)]
  expect(begun).toEqual(['a', 'b'])
  end('b')?.resolve()
  expect(await b).toBe('b')
  expect(begun).toEqual(['a', 'b'])
  end('a')?.resolve()
  expect(await a).toBe('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  end('c')?.resolve()
  end('d')?.resolve()
  expect(await Promise.all([c, d])).toEqual(['c', 'd'])
})

test('what is larger than all room begins when nothing else is under way', async () => {
  const { run, begun, end } = setUp(10)
  const a = run('a', 1)
  const large = run('large', 11)
  expect(begun).toEqual(['a'])
  end('a')?.resolve()
  await a
  expect(begun).toEqual(['a', 'large'])
  end('large')?.resolve()
  expect(await large).toBe('large')
})

test('what fails makes room too', async () => {
  const { run, begun, end } = setUp(10)
  const a = run('a', 10)
  const b = run('b', 10)
  end('a')?.reject(new Error('no'))
  await expect(a).rejects.toThrow('no')
  expect(begun).toEqual(['a', 'b'])
  end('b')?.resolve()
  expect(await b).toBe('b')
})
