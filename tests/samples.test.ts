import { check } from '@monotable/model/check'
import { embeddedConnection, openSample, type Sample } from '@monotable/workbench'
import { openDatabase } from 'monotable'
import { describe, expect, it } from 'vitest'
import { samples } from '../examples/samples.ts'

const nowMs = Date.UTC(2026, 10, 1)

/** Opens a sample in an empty database and returns the items of its table. */
async function itemsOf(
  sample: Sample,
  times = 1,
): Promise<{ readonly table: string; readonly items: readonly object[] }> {
  const db = await openDatabase({ clock: { now: () => nowMs } })
  const connection = embeddedConnection(db, { name: 'Here', address: 'in memory' })
  let table = ''
  for (let time = 0; time < times; time++) table = (await openSample(sample, connection, nowMs)).table
  const { Items } = await db.send('Scan', { TableName: table })
  await db.close()
  return { table, items: Items ?? [] }
}

it('samples have unique names', () => {
  const names = samples.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['shop', 'session-store']))
})

describe.each(samples.map((sample) => [sample.name, sample] as const))('%s', (_, sample) => {
  it('has data, the same each time, and is left alone when it exists', async () => {
    const once = await itemsOf(sample)
    expect(once.items.length).toBeGreaterThan(50)
    expect(await itemsOf(sample, 2)).toEqual(once)
  })

  it('has a model without faults', () => {
    expect(check(sample.model).findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
