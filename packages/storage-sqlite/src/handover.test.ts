import { expect, it } from 'vitest'
import { Handover, type HandoverParts } from './handover.ts'
import type { SpaceTable } from './spaces/space-table.ts'

const end = { number: 1, nextPosition: 1 }
const table = { leave: () => {} } as SpaceTable

/** Creates a handover in which nothing that leaves ever arrives. */
function createHandover(): Handover & { readonly written: unknown[]; readonly journal: { bytes: number } } {
  const written: unknown[] = []
  const journal = { part: { file: 'journal', bytes: 1 }, bytes: 1, swap: () => {} }
  const fileWriter = {
    write: (write: unknown) => {
      written.push(write)
      return new Promise(() => {})
    },
  }
  const parts = {
    journal,
    fileWriter,
    pendingMaxBytes: () => 100,
    requireFiles: () => {},
    onLongPending: () => {},
    fail: String,
  }
  return Object.assign(new Handover(parts as unknown as HandoverParts), { written, journal })
}

it('waiting for an arrival when nothing leaves does not wait for what leaves next', async () => {
  const handover = createHandover()
  handover.note(table)
  const arrival = handover.arrival()
  handover.begin(end)
  expect(handover.written).toHaveLength(1)
  await arrival
})

it('changes held back leave when there is no room for more', async () => {
  const handover = createHandover()
  const dueAt = async (bytes: number) => {
    handover.journal.bytes = bytes
    return { free: handover.isDue, held: await handover.hold(async () => handover.isDue) }
  }
  expect(await dueAt(99)).toEqual({ free: false, held: false })
  expect(await dueAt(100)).toEqual({ free: true, held: false })
  expect(await dueAt(200)).toEqual({ free: true, held: true })
})
