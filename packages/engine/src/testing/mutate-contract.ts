import { beforeEach, expect, it } from 'vitest'
import type { ContractContext } from './contract-context.ts'
import { allDocs, docAt, partition, put, remove, write } from './contract-records.ts'

const p = partition('p')
const at = (sort: string) => ({ partition: p, sort })

/** Mutations: atomic, isolated, and exactly what was decided. */
export function mutateContract({ storage }: ContractContext): void {
  beforeEach(async () => {
    await storage().createSpace('s')
    await storage().createSpace('t')
  })

  it('decides on the values at the requested places, and returns the answer', async () => {
    await write(storage(), [put('s', at('a'), '1')])
    const keys = [
      { space: 's', ...at('b') },
      { space: 's', ...at('a') },
    ]
    const answer = await storage().mutate(keys, (values) => {
      expect(values).toEqual([undefined, { doc: '1', sizeBytes: 1 }])
      return { changes: [put('t', at('c'), '2')], answer: { anything: true } }
    })
    expect(answer).toEqual({ anything: true })
    expect(await docAt(storage(), 't', at('c'))).toBe('2')
  })

  it('changes may affect any places, and the last one for a place wins', async () => {
    await write(storage(), [put('s', at('a'), '1'), put('s', at('d'), '1')])
    await write(storage(), [
      put('s', at('a'), '2'),
      put('t', at('a'), '3'),
      put('s', at('a'), '4'),
      put('s', at('b'), '5'),
      remove('s', at('b')),
      remove('s', at('d')),
      put('s', at('d'), '"six"'),
    ])
    expect(await allDocs(storage(), 's')).toEqual(['4', '"six"'])
    expect(await allDocs(storage(), 't')).toEqual(['3'])
    expect(await storage().size('s')).toEqual({ records: 2, sizeBytes: 6 })
  })

  it('an exception in decide rejects that call alone and changes nothing', async () => {
    const thrown = new Error('no')
    const outcomes = await Promise.allSettled([
      write(storage(), [put('s', at('a'), '1')]),
      storage().mutate([{ space: 's', ...at('a') }], () => {
        throw thrown
      }),
      write(storage(), [put('s', at('b'), '2')]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toHaveProperty('reason', thrown)
    expect(await allDocs(storage(), 's')).toEqual(['1', '2'])
  })

  it('a change to a missing space undoes its whole call and no other', async () => {
    const outcomes = await Promise.allSettled([
      write(storage(), [put('s', at('a'), '1')]),
      write(storage(), [put('s', at('b'), '2'), put('none', at('b'), '2'), put('s', at('c'), '2')]),
      write(storage(), [put('s', at('d'), '3')]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await allDocs(storage(), 's')).toEqual(['1', '3'])
    expect(await storage().size('s')).toEqual({ records: 2, sizeBytes: 2 })
  })

  it('a call sees the changes of earlier calls', async () => {
    const count = () =>
      storage().mutate([{ space: 's', ...at('n') }], ([value]) => {
        const next = Number(value?.doc ?? 0) + 1
        return { changes: [put('s', at('n'), String(next))], answer: next }
      })
    const answers = await Promise.all(Array.from({ length: 1000 }, count))
    expect(answers.toSorted((a, b) => a - b)).toEqual(answers.map((_, i) => i + 1))
    expect(await docAt(storage(), 's', at('n'))).toBe('1000')
  })

  it('concurrent transfers between accounts keep the sum, as seen at any moment', async () => {
    const accounts = ['a', 'b', 'c', 'd']
    await write(
      storage(),
      accounts.map((name) => put('s', at(name), '100')),
    )
    const keys = accounts.map((name) => ({ space: 's', ...at(name) }))
    const transfer = async (from: number, to: number) => {
      await storage().mutate(keys, (values) => {
        const sums = values.map((value) => Number(value?.doc))
        if ((sums[from] ?? 0) < 7) throw new Error('not enough')
        sums[from] = (sums[from] ?? 0) - 7
        sums[to] = (sums[to] ?? 0) + 7
        return { changes: sums.map((sum, i) => put('s', at(accounts[i] ?? ''), String(sum))), answer: 0 }
      })
    }
    const total = async () => {
      const values = await storage().read(keys)
      return values.reduce((sum, value) => sum + Number(value?.doc), 0)
    }
    for (let round = 0; round < 10; round++) {
      const transfers = Array.from({ length: 50 }, (_, i) =>
        transfer(i % 4, (i + round + 1) % 4).catch(() => {}),
      )
      expect(await total()).toBe(400)
      await Promise.all(transfers)
      expect(await total()).toBe(400)
    }
  })

  it('an acknowledged change is visible to every later read', async () => {
    for (let i = 0; i < 20; i++) {
      await write(storage(), [put('s', at('a'), String(i))])
      expect(await docAt(storage(), 's', at('a'))).toBe(String(i))
      expect(await allDocs(storage(), 's')).toEqual([String(i)])
    }
  })

  it('a mutation without changes answers and changes nothing', async () => {
    expect(await storage().mutate([], () => ({ changes: [], answer: 'done' }))).toBe('done')
    expect(await allDocs(storage(), 's')).toEqual([])
  })

  it("later changes to the caller's objects have no effect", async () => {
    const value = { doc: '1', sizeBytes: 1 }
    await write(storage(), [{ space: 's', ...at('a'), value }])
    value.doc = '2'
    expect(await docAt(storage(), 's', at('a'))).toBe('1')
  })
}
