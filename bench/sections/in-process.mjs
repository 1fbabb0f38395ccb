import { doors } from '../children/doors.mjs'
import { createDataFolder, removeDataFolder } from '../data-folder.mjs'
import { median } from '../median.mjs'
import { operations } from '../operations.mjs'
import { decimals, thousands } from '../report.mjs'
import { startChild } from '../run-child.mjs'

/** The operations that are also measured through the AWS SDK, whose own cost is the same for all. */
const bySdk = ['get', 'put', 'query']

const ownDoors = ['db.execute', 'db.send']

/** @typedef {null | { cpuUs: number, perSecond: number }} Slice */

/**
 * Measures every operation in process, through each door. Each door has a process of its own, as in most programs; they
 * are measured in turn.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureInProcess({ options, say }) {
  const plan = options.quick ? { rounds: 3, sliceMs: 150 } : { rounds: 11, sliceMs: 200 }
  const figures = []
  for (const durable of [false, true]) {
    say(`  ${durable ? 'durable, 32 at a time' : 'memory, one at a time'}`)
    const children = await Promise.all(
      (durable ? ownDoors : doors).map(async (door) => {
        const path = durable ? createDataFolder() : undefined
        return { door, path, ...(await startChild('in-process-child.mjs', { path, door })) }
      }),
    )
    for (const operation of options.operations) {
      const runs = children
        .filter(({ door }) => ownDoors.includes(door) || bySdk.includes(operation))
        .map((child) => ({ ...child, slices: /** @type {Slice[]} */ ([]) }))
      // Cold code is several times slower than warm code.
      for (const { ask } of runs) await ask({ operation, sliceMs: plan.sliceMs * 5 })
      for (let round = 0; round < plan.rounds; round++) {
        for (const { ask, slices } of runs) slices.push(await ask({ operation, sliceMs: plan.sliceMs }))
      }
      for (const { door, slices } of runs) {
        const measured = slices.filter((slice) => slice !== null)
        if (measured.length === 0) continue
        const cpuUs = median(measured.map((slice) => slice.cpuUs))
        const perSecond = median(measured.map((slice) => slice.perSecond))
        figures.push({ operation, door, cpuUs, perSecond, store: durable ? 'durable' : 'memory' })
      }
    }
    for (const { path, stop } of children) {
      stop()
      if (path !== undefined) removeDataFolder(path)
    }
  }
  const rows = figures.map(({ operation, door, store, cpuUs, perSecond }) => [
    operations[operation].title,
    store,
    door,
    decimals(cpuUs),
    thousands(perSecond),
  ])
  const table = {
    title: 'In process',
    note: 'Each door in a process of its own; in memory one operation at a time, durable 32 at a time. The caller’s own work is counted too.',
    nameColumns: 3,
    head: ['Operation', 'Store', 'Door', 'CPU µs/op', 'op/s'],
    rows,
  }
  return { figures, tables: [table] }
}
