import { deepStrictEqual, ok } from 'node:assert'
import type { Storage } from '@monotable/engine'
import type { Acknowledged } from './crash-child.ts'
import type { OpenStore } from './run-crash-child.ts'
import { clients, counterKey, itemsAfter, nOf, spaces } from './workload.ts'

/** What a store must contain. */
export interface StoreExpectation {
  readonly path: string
  readonly seed: number
  readonly acknowledged: Acknowledged
  /**
   * How often the program was killed since the last check: each kill may have left one more unacknowledged write per
   * client.
   */
  readonly kills: number
}

/** Checks the whole store. What it finds, acknowledged or not, must be there from now on. */
export async function verifyStore(open: OpenStore, expectation: StoreExpectation): Promise<void> {
  const storage = await open({ path: expectation.path })
  try {
    // The program may have been killed before it had created them.
    for (const space of spaces) await storage.createSpace(space)
    for (let client = 0; client < clients; client++) {
      expectation.acknowledged.set(client, await verifyClient(storage, client, expectation))
    }
    for (const space of spaces) {
      const { records } = await storage.range({ space, within: {} })
      const sizeBytes = records.reduce((sum, record) => sum + record.sizeBytes, 0)
      deepStrictEqual(await storage.size(space), { records: records.length, sizeBytes })
    }
  } finally {
    await storage.close()
  }
}

async function verifyClient(
  storage: Storage,
  client: number,
  { seed, acknowledged, kills }: StoreExpectation,
): Promise<number> {
  const { partition } = counterKey(client)
  const [counter] = await storage.read([counterKey(client)])
  const n = Number(counter?.doc ?? 0)
  const least = acknowledged.get(client) ?? 0
  ok(n >= least && n <= least + kills, `client ${client} has ${n} writes, and ${least} were acknowledged`)
  const expected = [...itemsAfter({ seed, client, n })].sort(([a], [b]) => a - b)
  const items = (await storage.range({ space: 'items', within: { partition } })).records
  const found = items.map((item) => [Number(item.sort), nOf(item)])
  deepStrictEqual(
    found.sort(([a = 0], [b = 0]) => a - b),
    expected,
  )
  const index = (await storage.range({ space: 'index', within: { partition } })).records
  const entries = index.map((entry) => [Number(entry.doc), Number(entry.sort)])
  deepStrictEqual(
    entries.sort(([a = 0], [b = 0]) => a - b),
    expected,
  )
  return n
}
