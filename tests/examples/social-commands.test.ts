import { describe, expect, it } from 'vitest'
import { compareLayouts } from '../../examples/social/compare-layouts.ts'
import { cookies } from '../../examples/social/cookie-model.ts'
import { social, socialModel } from '../../examples/social/model.ts'
import { playScenario } from '../../examples/social/play-scenario.ts'
import { printLayouts } from '../../examples/social/print-layouts.ts'
import { backends } from '../model/backends.ts'
import { findBroken } from './social/find-broken.ts'

describe.each(backends)('the commands of the social network, $name', ({ open }) => {
  it('the scenario can be played again in the same table', async () => {
    const backend = await open()
    await backend.createTable(social)
    let lastId = 0
    const play = async (suffix: string) => {
      const lines: string[] = []
      await playScenario({
        db: socialModel.connect(backend.client),
        context: { now: () => ++lastId, newId: () => `id-${++lastId}` },
        print: (line) => lines.push(line.trim()),
        suffix,
      })
      return lines
    }
    const lines = await play('')
    const found = (title: string) =>
      lines.find((line) => line.startsWith(title))?.replaceAll(/\s{2,}/g, ' | ')
    expect(found('pearl likes it ')).toBe('pearl likes it | done | 8 write, 0 read | 1 request')
    expect(found('pearl links the same')).toMatch('refused: login-taken')
    expect(found('ruby unlinks Google')).toMatch('refused: last-login')
    expect(found('the post')).toMatch('1 like, 1 star')
    expect(found('a click')).toBe('a click | 1 | 1 write, 0 read | 1 request')
    expect(await play('-2')).toHaveLength(lines.length)
    expect(await findBroken(backend.db)).toEqual([])
    await backend.close()
  })

  it('a click on a game of 5 KB costs five units inside it, fifteen with two indexes, and one as an item of its own', async () => {
    const backend = await open()
    await backend.createTable(cookies)
    const clicks = 3
    const costs = await compareLayouts(backend.client, { clicks, sizesKb: [1, 5] })
    expect(costs.map(({ sizeKb, clickWrite }) => [sizeKb, clickWrite / clicks])).toEqual([
      [1, 1],
      [1, 3],
      [1, 1],
      [5, 5],
      [5, 15],
      [5, 1],
    ])
    // Where the clicks are inside the game, reading them alone reads the whole item.
    expect(costs.slice(3).map(({ countRead, loadRead }) => [countRead, loadRead])).toEqual([
      [1, 1],
      [1, 1],
      [0.5, 1],
    ])
    const text = printLayouts(costs, clicks)
    expect(text).toMatch(/write units of all clicks\n.*in the item, two indexes {3}apart\n/)
    expect(text).toMatch(/5 KB {12}15 {25}45 {7}3\n/)
    await backend.close()
  })
})
